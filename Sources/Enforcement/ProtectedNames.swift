/// Names of programs that are never blocked, by why.
///
/// The list is wide on purpose: an app that can't be blocked is a nuisance, a machine that nobody
/// can log in to is a loss.
package enum ProtectedNames {
  /// Why a program is never blocked.
  package enum Reason: String, CaseIterable, Hashable, Sendable {
    case system, login, desktop, shell, packages, rights, loader, interpreter, own, access

    /// What comes after "it is never blocked: ".
    var sentence: String {
      switch self {
      case .system: "the system itself depends on it"
      case .login: "nobody could log in without it"
      case .desktop: "the desktop itself depends on it"
      case .shell: "it is a shell; name the script or program that it runs"
      case .packages: "software couldn't be repaired without it"
      case .rights: "administrators get their rights through it"
      case .loader: "every program is started by it"
      case .interpreter: "it only runs other programs; name the script or program that it runs"
      case .own: "it belongs to OpenAppLock"
      case .access: "somebody may need it to use the machine at all"
      }
    }

    /// Whether its name alone is telling, wherever the file lies.
    ///
    /// Other names (`login`, `init`) may be anybody's outside the system's folders.
    var countsEverywhere: Bool { self == .shell || self == .interpreter || self == .loader }
  }

  /// Why a program of this name is never blocked, if it is.
  package static func reason(name: String) -> Reason? {
    if let reason = exact[name] { return reason }
    if name.hasPrefix("ld-linux"), name.contains(".so") { return .loader }
    if name.hasPrefix("ld-musl") || name.hasPrefix("ld64.so") || name.hasPrefix("ld.so") {
      return .loader
    }
    if prefixes.contains(where: { name.hasPrefix($0) }) { return .desktop }
    if let family = versioned(name) { return family == "electron" ? .interpreter : exact[family] }
    return nil
  }

  /// The name without a version behind it, such as `python` of `python3.11`, for the families that
  /// carry one.
  static func versioned(_ name: String) -> String? {
    let family = name.prefix { $0.isLetter }
    let rest = name.dropFirst(family.count)
    guard families.contains(String(family)), !rest.isEmpty,
      rest.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" })
    else { return nil }
    return String(family)
  }

  private static let families: Set<String> = [
    "python", "pypy", "perl", "ruby", "lua", "luajit", "php", "node", "nodejs", "tclsh", "wish",
    "guile", "electron", "wine", "java", "ghc", "bash", "zsh", "ksh",
  ]

  private static let prefixes = [
    "xdg-desktop-portal", "gsd-", "gnome-session", "gnome-keyring", "kwin_", "xfce4-session",
    "xfsettings", "gvfs", "at-spi",
  ]

  private static let exact: [String: Reason] = {
    var table: [String: Reason] = [:]
    for (reason, names) in groups {
      for name in names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        table[String(name)] = reason
      }
    }
    return table
  }()

  private static let groups: [(Reason, String)] = [
    (
      .system,
      """
      init systemd systemd-journald systemd-logind systemd-udevd systemd-networkd systemd-resolved
      systemd-timesyncd systemd-executor systemd-shutdown systemd-oomd systemd-userdbd systemctl
      loginctl journalctl dbus-daemon dbus-broker dbus-broker-launch dbus-send busctl
      NetworkManager nm-applet nmcli nmtui wpa_supplicant iwd dhclient dhcpcd ModemManager
      bluetoothd cupsd cron crond atd anacron rsyslogd udevd udevadm openrc runit runsvdir s6-svscan
      dinit shutdown reboot poweroff halt telinit mount umount fsck modprobe insmod kmod cryptsetup
      lvm mdadm sulogin emergency rescue busybox coreutils toybox cat cp mv rm ls ln mkdir rmdir
      chmod chown test true false echo printf kill ps grep sed awk gawk mawk find xargs sort head
      tail cut tr date id uname stat readlink realpath dirname basename mktemp tee touch which
      nano vi ed pager less more
      """
    ),
    (
      .login,
      """
      login getty agetty mingetty fgetty sshd sshd-session sshd-auth dropbear passwd chage usermod
      unix_chkpwd pam_timestamp_check gdm gdm3 gdm-session-worker gdm-x-session gdm-wayland-session
      lightdm lightdm-gtk-greeter slick-greeter sddm sddm-greeter sddm-helper greetd tuigreet
      gtkgreet regreet ly lxdm xdm slim nodm elogind swaylock waylock i3lock xlock xscreensaver
      xscreensaver-auth gnome-screensaver light-locker kscreenlocker_greet hyprlock physlock vlock
      cinnamon-screensaver mate-screensaver xfce4-screensaver
      """
    ),
    (
      .desktop,
      """
      Xorg X Xwayland Xvfb xinit startx Xvnc weston sway gnome-shell mutter kwin plasmashell
      plasma_session startplasma-wayland startplasma-x11 ksmserver kded5 kded6 krunner ksplashqml
      cinnamon cinnamon-session muffin mate-session marco mate-panel xfce4-session xfwm4 xfdesktop
      xfce4-panel lxsession lxpanel lxqt-session lxqt-panel openbox fluxbox icewm jwm i3 bspwm dwm
      awesome herbstluftwm qtile xmonad hyprland Hyprland labwc river wayfire niri cosmic-comp
      cosmic-session gala budgie-wm budgie-panel budgie-desktop enlightenment pantheon-session
      gnome-session pipewire pipewire-pulse wireplumber pulseaudio dconf-service ssh-agent gpg-agent
      gcr-ssh-agent seatd dunst mako waybar xsettingsd xsession
      """
    ),
    (
      .shell,
      """
      sh bash rbash dash ash zsh ksh ksh93 mksh lksh fish csh tcsh yash nu elvish xonsh pwsh oil osh
      """
    ),
    (
      .packages,
      """
      apt apt-get apt-cache apt-key aptitude aptd dpkg dpkg-deb dpkg-divert dpkg-query dpkg-split
      dpkg-trigger dpkg-preconfigure packagekitd pkcon unattended-upgrade unattended-upgrades rpm
      dnf dnf5 yum microdnf zypper pacman apk xbps-install emerge nix nix-env guix snapd
      flatpak-system-helper ldconfig update-alternatives update-initramfs
      """
    ),
    (
      .rights,
      """
      sudo sudo-rs sudoedit su su-rs doas pkexec pkttyagent pkcheck polkitd runuser setpriv newgrp
      sg polkit-agent-helper-1 polkit-gnome-authentication-agent-1 polkit-kde-authentication-agent-1
      polkit-mate-authentication-agent-1 lxpolkit lxqt-policykit-agent visudo run0 gksu gksudo
      kdesu kdesudo lxqt-sudo
      """
    ),
    (
      .interpreter,
      """
      env python pypy perl ruby lua luajit php node nodejs deno bun java javaw guile tclsh wish expect
      Rscript R gjs swipl mono dotnet wine wine64 wine-preloader wine64-preloader qemu-x86_64-static
      electron flatpak flatpak-bwrap bwrap snap snap-confine snap-exec xdg-dbus-proxy firejail
      distrobox toolbox podman docker runc crun conmon containerd gtk-launch gio dex exo-open kioclient
      xdg-open nice ionice nohup setsid stdbuf taskset chrt timeout time unshare nsenter chroot
      systemd-run systemd-inhibit dbus-run-session dbus-launch xvfb-run gamemoderun mangohud
      prime-run primusrun optirun uwsm uwsm-app strace gdb ltrace script screen tmux fusermount
      fusermount3 appimagelauncher ghc
      """
    ),
    (
      .own,
      """
      openapplock openapplock-gtk openapplock-presenter openapplock-session screentimed execguard
      OpenAppLockMonitor OpenAppLockShieldConfig OpenAppLockShieldAction FamilyMonitor family-server
      family-device
      """
    ),
    (
      .access,
      """
      orca brltty speech-dispatcher espeak-ng onboard florence maliit-keyboard squeekboard wvkbd
      ibus-daemon ibus-ui-gtk3 fcitx fcitx5 kdeconnectd accessx mousetweaks caribou
      """
    ),
  ]
}
