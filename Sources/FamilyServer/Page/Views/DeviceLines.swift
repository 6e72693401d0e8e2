/// A short line for each device: its name, and what it last reported.
struct DeviceLines {
  /// The devices.
  let devices: [Device]
  /// The family.
  let family: Family
  /// The family's times.
  let times: TimeWords

  /// The lines.
  var html: HTML {
    guard !devices.isEmpty else { return "<p class=\"hint\">No machine is paired yet.</p>" }
    return "<ul class=\"lines\">\(HTML.each(devices, line))</ul>"
  }

  private func line(_ device: Device) -> HTML {
    let words = ReportWords(device, revision: family.revision, times: times)
    return """
      <li class="report \(words.weight.rawValue)"><bdi class="name">\(device.name)</bdi>: \
      \(words.headline)</li>
      """
  }
}
