import CLinux
import Glibc
import ScreenTimeModel

/// Tries out what this machine and this user's rights allow, without touching anything.
enum EnforcementProbe {
  /// The only report of an enforcement that is switched off.
  static let switchedOff = BackendReport(
    name: "enforcement", purpose: "makes shields real", works: false,
    notEnforced: ["nothing is enforced: enforcement is switched off (--enforce none)"],
    hint: "start with --enforce auto")

  /// Whether the kernel lets us deny starts.
  static func mayDenyStarts() -> Bool {
    let group = oal_fanotify_open()
    guard group >= 0 else { return false }
    close(group)
    return true
  }

  /// The reports, with what a running enforcer knows better than a trial.
  static func reports(
    guardState: GuardController.State?, hasConnector: Bool?, refusals: [String]
  ) -> [BackendReport] {
    var reports = [starts(guardState), events(hasConnector), holding(), users()] + unsteered
    if !refusals.isEmpty {
      reports.append(
        BackendReport(
          name: "rules", purpose: "names what is shielded", works: false, notEnforced: refusals,
          hint: "name the app itself in the list, by its desktop id or its executable's path"))
    }
    return reports
  }

  /// What can be asked for and nothing makes true: said, so that no block is silently absent.
  static let unsteered = UnsteeredMeans.allCases.map { means in
    switch means {
    case .sites:
      missing(
        means, "blocks shielded sites",
        "shielded sites can be visited: no browser and no name resolver is steered")
    case .adultFilter:
      missing(
        means, "filters adult sites",
        "adult sites can be visited: no browser and no name resolver is steered")
    case .appRemoval:
      missing(
        means, "refuses the removal of apps",
        "apps can be removed: the package managers do not ask")
    }
  }

  private static func missing(
    _ means: UnsteeredMeans, _ purpose: String, _ sentence: String
  ) -> BackendReport {
    BackendReport(
      name: means.rawValue, purpose: purpose, works: false, notEnforced: [sentence],
      hint: "nothing on this machine: this version of the service does not do it")
  }

  private static func starts(_ state: GuardController.State?) -> BackendReport {
    let missing =
      "a shielded app can be started; it is held a moment later, when it is found"
    let purpose = "denies the start of shielded apps"
    switch state {
    case .serving: return BackendReport(name: "execguard", purpose: purpose, works: true)
    case .absent:
      return BackendReport(
        name: "execguard", purpose: purpose, works: false, notEnforced: [missing],
        hint: "it is being started again; see the faults in the status")
    case .unavailable(let reason):
      return BackendReport(
        name: "execguard", purpose: purpose, works: false, notEnforced: [missing], hint: reason)
    case nil:
      let works = mayDenyStarts()
      return BackendReport(
        name: "execguard", purpose: purpose, works: works, notEnforced: works ? [] : [missing],
        hint: works ? nil : startsHint)
    }
  }

  /// What would let us deny starts.
  static var startsHint: String {
    geteuid() == 0
      ? "the kernel needs CONFIG_FANOTIFY_ACCESS_PERMISSIONS, and this process CAP_SYS_ADMIN"
      : "run the Screen Time service as root"
  }

  private static func events(_ listening: Bool?) -> BackendReport {
    let works = listening ?? ProcessConnector.isAllowed()
    return BackendReport(
      name: "process-events", purpose: "hears of every start", works: works,
      notEnforced: works
        ? [] : ["a copy or script of a shielded app runs for up to a second before it is found"],
      hint: works ? nil : "run the Screen Time service as root, outside a container")
  }

  private static func holding() -> BackendReport {
    let purpose = "freezes shielded apps that run"
    let missing = "a frozen app's owner can let it go on by a signal, until the next look"
    guard let tree = CgroupTree(instance: "probe") else {
      return BackendReport(
        name: "freezer", purpose: purpose, works: true, notEnforced: [missing],
        hint: "mount cgroup version 2; signals are used without it")
    }
    guard let folder = tree.folder(of: getpid()), unsafe access(folder, W_OK) == 0 else {
      return BackendReport(
        name: "freezer", purpose: purpose, works: true, notEnforced: [missing],
        hint: "run as root, or start apps in cgroups that this user owns, as systemd does")
    }
    return BackendReport(name: "freezer", purpose: purpose, works: true)
  }

  private static func users() -> BackendReport {
    let works = geteuid() == 0
    return BackendReport(
      name: "users", purpose: "reaches the processes of other users", works: works,
      notEnforced: works ? [] : ["only this user's own programs are shielded, and he can end it"],
      hint: works ? nil : "run the Screen Time service as root")
  }
}
