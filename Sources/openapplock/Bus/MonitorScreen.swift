import Bus
import BusInspection

/// Writes what a monitor shows.
final class MonitorScreen {
  /// Called when nobody reads any more.
  var onClosed: (() -> Void)?

  private let output: Output
  private let filter: MessageFilter
  private let showsBodies: Bool
  private var chain: ChainFollower?
  private var line: MonitorLine
  private var times = ReplyTimes()
  private var lost: UInt64 = 0

  /// Writes what passes a filter and, where a chain is followed, belongs to it.
  init(
    _ output: Output, _ filter: MessageFilter, following reference: ShortReference?,
    showsBodies: Bool
  ) {
    self.output = output
    self.filter = filter
    self.showsBodies = showsBodies
    chain = reference.map(ChainFollower.init)
    line = MonitorLine(ink: Ink(isColoured: output.style.isColoured), showsBodies: showsBodies)
  }

  /// Takes a message.
  func take(_ message: SeenMessage) {
    guard chain != nil else { return show(message, depth: nil) }
    for link in chain?.take(message) ?? [] { show(link.message, depth: link.depth) }
  }

  /// Says that messages were lost.
  func lost(_ count: UInt64, of service: KnownService) {
    lost += count
    if !output.isJSON { write(line.lost(count, of: service)) }
  }

  private func show(_ message: SeenMessage, depth: Int?) {
    let took = times.take(message.record)
    guard filter.shows(message) else { return }
    if output.isJSON {
      write(
        Output.json(
          MonitorReport(message, took: took, depth: depth, lost: lost, showsBody: showsBodies)))
      lost = 0
    } else {
      write(line.text(message, took: took, depth: depth ?? 0))
    }
  }

  private func write(_ text: String) {
    if !Output.sayToReader(text) { onClosed?() }
  }
}
