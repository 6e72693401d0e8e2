/// What stands on the command line, read strictly.
///
/// Swift's own `CommandLine.arguments` mends what is no UTF-8, so that a rule would get a name that nobody
/// typed.
struct TypedArguments {
  /// The arguments after the program's name; those that are no text are mended.
  let texts: [String]
  /// The number of the first one that is no text in UTF-8; `nil` where all are.
  let firstBroken: Int?

  /// Reads the arguments of this process.
  static func ofThisProcess() -> TypedArguments {
    var texts: [String] = []
    var firstBroken: Int?
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
      if let text = unsafe String(validatingCString: bytes) {
        texts.append(text)
      } else {
        firstBroken = firstBroken ?? index
        texts.append(unsafe String(cString: bytes))
      }
    }
    return TypedArguments(texts: texts, firstBroken: firstBroken)
  }
}
