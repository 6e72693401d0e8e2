/// One thing that a command line can have, whatever type its value has.
package struct Parameter: Sendable {
  /// What kind of thing it is.
  enum Kind: Sendable {
    /// `--name`.
    case flag
    /// `--name VALUE`, at most once or as often as one likes.
    case option(isRequired: Bool, isRepeated: Bool)
    /// `VALUE`, by its place.
    case positional(isRequired: Bool, isRepeated: Bool)
    /// `--name`, which belongs to another command; the text says to which.
    case foreign(String)
  }

  let kind: Kind
  /// The option's name without hyphens; for a positional its placeholder.
  let name: String
  /// What stands for the value in help, `HH:MM`.
  let placeholder: String
  /// What it is for.
  let help: String
  /// Throws what is wrong with a value.
  let check: @Sendable (String) throws -> Void

  init(
    _ kind: Kind, _ name: String, placeholder: String = "", help: String = "",
    check: @escaping @Sendable (String) throws -> Void = { _ in }
  ) {
    self.kind = kind
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.check = check
  }

  init<Value>(
    _ kind: Kind, _ name: String, placeholder: String, help: String, parser: ValueParser<Value>
  ) {
    self.init(kind, name, placeholder: placeholder, help: help) { _ = try parser.parse($0) }
  }

  var isPositional: Bool {
    if case .positional = kind { true } else { false }
  }

  var isRequired: Bool {
    switch kind {
    case .option(let isRequired, _), .positional(let isRequired, _): isRequired
    case .flag, .foreign: false
    }
  }

  var isRepeated: Bool {
    switch kind {
    case .option(_, let isRepeated), .positional(_, let isRepeated): isRepeated
    case .flag, .foreign: false
    }
  }

  /// Whether help shows it.
  var isShown: Bool {
    if case .foreign = kind { false } else { true }
  }

  /// How it is typed: `--from HH:MM`, `--hard`, `NAME`.
  var spelling: String {
    switch kind {
    case .flag, .foreign: "--" + name
    case .option: "--" + name + " " + placeholder
    case .positional: placeholder
    }
  }

  /// How a message names it: `--from`, `NAME`.
  var title: String { isPositional ? placeholder : "--" + name }

  /// How the usage line has it: in brackets where it may be left out, with dots where it may come
  /// again.
  var usage: String {
    let text = isRepeated ? spelling + "…" : spelling
    return isRequired ? text : "[\(text)]"
  }
}
