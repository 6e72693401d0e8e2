import HTTPServer

/// What somebody reads who has scanned a pairing code.
///
/// The code stands behind the address as a fragment: the browser keeps that to itself, and the script puts
/// it into the command.
struct PairHelpView {
  /// Whose it is: nobody's, as anybody may look at it.
  let context: PageContext

  /// The answer that shows it.
  func answer() -> HTTPResponse {
    let command = PairingCommand(
      "CODE", in: context,
      lead: """
        Sit down at the machine that the child uses, and type this as its administrator. It is asked to \
        let the family's rules hold there.
        """)
    return PageFrame(context: context, title: "Pair a machine").answer(
      """
      <section class="card">
      <h1>Pair a child's machine</h1>
      \(command.html)
      \(HTML.only(if: command.isPossible, hints))
      <h2>What happens then</h2>
      <ul>
      <li>The machine asks for the permission to restrict a child's use.</li>
      <li>The parents' page shows it, and what it last reported.</li>
      <li>Apps are limited once somebody has chosen them, with a code of its own from the parents' page.</li>
      </ul>
      </section>
      """)
  }

  private var hints: HTML {
    """
    <p class="hint" id="with-code" hidden>The code in it is the one that you have scanned. It is good \
    for ten minutes from when it was made, and for one machine.</p>
    <p class="hint" id="without-code">In the place of <code>CODE</code> goes the code from the parents' \
    page. If you have scanned it, it is what stands behind the # in this page's address.</p>
    """
  }
}
