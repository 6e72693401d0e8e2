import CivilTime

/// The pieces that pages with a code have in common.
struct CodeParts {
  /// The code.
  let issued: IssuedCode
  /// Whose page it is.
  let context: PageContext

  /// The code, large, in groups that can be read out; copied, it is in one piece.
  var code: HTML {
    let characters = Array(issued.code.text)
    let groups = stride(from: 0, to: characters.count, by: 4).map { start in
      String(characters[start..<min(start + 4, characters.count)])
    }
    return """
      <p class="code"><code id="code">\(HTML.each(groups) { "<span>\($0)</span>" })</code></p>
      <p class="hint">Small and capital letters are different ones. It is shown this once.</p>
      """
  }

  /// How long it is good: a clock time, and seconds that the script counts down.
  var countdown: HTML {
    let seconds = Int((issued.expiresAt - context.now).wholeSeconds)
    return """
      <p class="countdown" data-seconds="\(seconds)" data-over="This code is over. Make another one.">\
      Good until \(context.times.moment(issued.expiresAt)), \(TimeWords.wait(seconds)) from when it was \
      made, and for one machine. <strong class="left" hidden></strong></p>
      """
  }

  /// A command to be copied, in parts between which a line may end.
  static func command(_ parts: [String]) -> HTML {
    let shown = HTML.all(
      parts.enumerated().map { index, part in
        "\(index == 0 ? "" : " ")<span>\(part)</span>"
      })
    return """
      <div class="command"><pre><code>\(shown)</code></pre>\
      <button type="button" class="quiet copy" hidden>Copy</button></div>
      """
  }
}
