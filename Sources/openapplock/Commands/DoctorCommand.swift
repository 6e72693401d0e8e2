import Arguments
import Enforcement
import ExtensionSandbox
import Glibc
import OpenAppLockProtocol
import ScreenTimeProtocol

/// The command `openapplock doctor`.
enum DoctorCommand {
  /// The command.
  static let command = Command<Action>(
    "doctor", "Says what works here, what is not enforced, and what would fix it",
    does: { invocation in
      invocation.output.show(DoctorReport(examining: invocation.instance), text: text)
    })

  private static func text(_ report: DoctorReport, _ style: Style) -> String {
    let sections = [
      ("Services", report.services.map { line($0.name, $0.running, [$0.problem], $0.hint, style) }),
      (
        "Enforcement",
        report.backends.map { line($0.name, $0.works, $0.notEnforced, $0.hint, style) }
      ),
      (
        "Supervised accounts",
        report.accounts.map { line($0.name, $0.problem == nil, [$0.problem], $0.hint, style) }
      ),
      ("Faults", report.faults.map { line($0.code, false, [$0.message], nil, style) }),
    ]
    return sections.filter { !$0.1.isEmpty }.map { title, lines in
      ([style.heading(title)] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func line(
    _ name: String, _ works: Bool, _ problems: [String?], _ hint: String?, _ style: Style
  ) -> String {
    let mark = works ? style.good("works") : style.bad("does not work")
    let notes = problems.compactMap(\.self).map { "\n    \($0)" }
    let remedy = works ? nil : hint.map { "\n    to mend it: \($0)" }
    return "  \(name): \(mark)\(notes.joined())\(remedy ?? "")"
  }
}

/// What `doctor --json` prints.
struct DoctorReport: Encodable {
  /// A service of the instance.
  struct Service: Encodable {
    /// Its name.
    let name: String
    /// Whether it answers.
    let running: Bool
    /// Why not.
    let problem: String?
    /// What would help.
    let hint: String?
  }

  /// A means of enforcement.
  struct Backend: Encodable {
    /// Its name.
    let name: String
    /// Whether it works here.
    let works: Bool
    /// What is therefore not enforced, a sentence each.
    let notEnforced: [String]
    /// What would make it work.
    let hint: String?
  }

  /// An account whose programs are watched.
  struct Account: Encodable {
    /// Its name or number.
    let name: String
    /// What makes enforcement against it a matter of its own good will.
    let problem: String?
    /// What would help.
    let hint: String?
  }

  /// The services.
  let services: [Service]
  /// The means of enforcement: as the service has them, or as they would be.
  let backends: [Backend]
  /// The accounts.
  let accounts: [Account]
  /// What is wrong now, as far as the services tell.
  let faults: [FaultEntry]

  /// Looks at an instance, and at the machine where the instance doesn't run.
  init(examining instance: Instance) {
    let platform = Self.ask { () throws(Failure) in try instance.askPlatform(PlatformStatus()) }
    let app = Self.ask { () throws(Failure) in try instance.askApp(AppStatus()) }
    services = [Self.service("screentimed", platform), Self.service("openapplock serve", app)]
    let status = try? platform.get()
    backends =
      status.map { $0.backends.map(Backend.init) }
      ?? Enforcer.probe().map(Backend.init) + [Backend(SandboxReport(.auto))]
    let users = status?.supervisedUsers ?? [geteuid()]
    accounts = users.map(Self.account)
    faults =
      (try? app.get())?.faults
      ?? status?.faults.map { FaultEntry(code: $0.code, message: $0.message, since: $0.since) }
      ?? []
  }

  private static func ask<Reply>(
    _ question: () throws(Failure) -> Reply
  ) -> Result<Reply, Failure> {
    do { return .success(try question()) } catch { return .failure(error) }
  }

  private static func service<Reply>(_ name: String, _ answer: Result<Reply, Failure>) -> Service {
    switch answer {
    case .success: Service(name: name, running: true, problem: nil, hint: nil)
    case .failure(let failure):
      Service(name: name, running: false, problem: failure.message, hint: failure.hint)
    }
  }

  private static func account(_ user: UInt32) -> Account {
    let groups = Accounts.administratorGroups(of: user)
    let name = Accounts.name(of: user) ?? String(user)
    if user == 0 {
      return Account(
        name: name, problem: "root can end and change all of this, so nothing binds it",
        hint: "supervise an account that is no administrator")
    }
    guard !groups.isEmpty else { return Account(name: name, problem: nil, hint: nil) }
    return Account(
      name: name,
      problem:
        "it is an administrator (group \(groups.joined(separator: ", "))) and can end all of this",
      hint: "take it out of that group, or supervise another account")
  }
}

extension DoctorReport.Backend {
  /// As the service has it.
  fileprivate init(_ state: EnforcementState) {
    self.init(
      name: state.name, works: state.works, notEnforced: state.notEnforced, hint: state.hint)
  }

  /// As it would be.
  fileprivate init(_ report: SandboxReport) {
    self.init(
      name: SandboxReport.name, works: report.works, notEnforced: report.gaps, hint: report.hint)
  }

  /// As it would be.
  fileprivate init(_ report: BackendReport) {
    self.init(
      name: report.name, works: report.works, notEnforced: report.notEnforced, hint: report.hint)
  }
}
