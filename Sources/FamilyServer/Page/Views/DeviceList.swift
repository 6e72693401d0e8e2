import CivilTime

/// A child's devices with all that is known of them, and what can be done.
struct DeviceList {
  /// The child.
  let summary: ChildSummary
  /// Whose page it is.
  let context: PageContext
  /// Whether something can be done about them here.
  var hasActions = true

  /// The list.
  var html: HTML {
    guard !summary.devices.isEmpty else {
      return "<p class=\"hint\">No machine is paired yet, so nothing is limited for this child.</p>"
    }
    let inUse = summary.pairedDevices
    let revoked = summary.devices.filter { $0.revokedAt != nil }
    return """
      \(inUse.isEmpty ? "<p class=\"hint\">No machine is let in at present.</p>" : .none)\
      <ul class="devices">\(HTML.each(inUse, item))</ul>\(gone(revoked))
      """
  }

  private func gone(_ devices: [Device]) -> HTML {
    guard !devices.isEmpty else { return .none }
    return """
      <details class="gone" id="revoked"><summary>\(TimeWords.count(devices.count, "revoked machine"))\
      </summary><ul class="devices">\(HTML.each(devices, item))</ul></details>
      """
  }

  private func item(_ device: Device) -> HTML {
    let words = ReportWords(
      device, revision: context.family?.revision ?? 0, times: context.times)
    return """
      <li class="device" id="device-\(device.id.text)">
      <h3><bdi>\(device.name)</bdi></h3>
      <p class="report \(words.weight.rawValue)">\(words.headline)\(time(of: device))</p>
      \(HTML.each(words.details) { "<p class=\"detail\" dir=\"auto\">\($0)</p>\n" })\
      <p class="hint">Paired at \(context.times.moment(device.pairedAt)).\(revocation(device))</p>
      \(HTML.only(if: hasActions && device.revokedAt == nil, actions(device)))
      </li>
      """
  }

  /// The exact time beside the rounded words.
  private func time(of device: Device) -> HTML {
    guard let instant = device.lastStatus?.reportedAt else { return .none }
    return """
       <time datetime="\(TimeWords.machine(instant))">Reported at \
      \(context.times.moment(instant)).</time>
      """
  }

  private func revocation(_ device: Device) -> HTML {
    guard let instant = device.revokedAt else { return .none }
    return """
       Revoked at \(context.times.moment(instant)): it is let in no more, and may still enforce the rules \
      that it had.
      """
  }

  private func actions(_ device: Device) -> HTML {
    """
    <div class="actions">
    <form method="post" action="/devices/\(device.id.text)/configuration-code">
    <button>Let its apps be chosen…<span class="unseen"> on \(device.name)</span></button></form>
    <a class="button danger" href="/devices/\(device.id.text)/revoke" data-dialog>Revoke…\
    <span class="unseen"> \(device.name)</span></a>
    </div>
    """
  }
}
