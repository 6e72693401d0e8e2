/// A value of a scenario file together with the place where it stands.
///
/// Every question to a node either gets a value of the right kind or throws an error that names the
/// place. An object is asked with ``object(_:)``, which refuses keys that nobody knows.
struct ScenarioNode {
  let value: JSONValue
  let place: String

  init(_ value: JSONValue, at place: String) {
    self.value = value
    self.place = place
  }

  func failure(_ message: String) -> ScenarioError { ScenarioError(at: place, message) }

  func text() throws(ScenarioError) -> String {
    guard case .text(let text) = value else {
      throw failure("expected a text, found \(value.kind)")
    }
    return text
  }

  func boolean() throws(ScenarioError) -> Bool {
    guard case .boolean(let boolean) = value else {
      throw failure("expected true or false, found \(value.kind)")
    }
    return boolean
  }

  func whole(in range: ClosedRange<Int>) throws(ScenarioError) -> Int {
    guard case .number(let number) = value else {
      throw failure("expected a whole number, found \(value.kind)")
    }
    guard let whole = Int(exactly: number) else {
      throw failure("expected a whole number, found \(value)")
    }
    guard range.contains(whole) else {
      throw failure("expected \(range.lowerBound) to \(range.upperBound), found \(whole)")
    }
    return whole
  }

  func list() throws(ScenarioError) -> [ScenarioNode] {
    guard case .list(let values) = value else {
      throw failure("expected a list, found \(value.kind)")
    }
    return values.enumerated().map { ScenarioNode($1, at: "\(place)[\($0)]") }
  }

  func texts() throws(ScenarioError) -> [String] {
    var result: [String] = []
    for node in try list() { result.append(try node.text()) }
    return result
  }

  /// An object in which every key has a meaning of the file's own choosing, sorted by key.
  func entries() throws(ScenarioError) -> [(key: String, node: ScenarioNode)] {
    guard case .object(let object) = value else {
      throw failure("expected an object, found \(value.kind)")
    }
    return object.sorted { $0.key < $1.key }.map {
      (key: $0.key, node: ScenarioNode($0.value, at: place.isEmpty ? $0.key : "\(place).\($0.key)"))
    }
  }

  /// An object that may have only the keys named.
  func object(_ known: Set<String>) throws(ScenarioError) -> [String: ScenarioNode] {
    var result: [String: ScenarioNode] = [:]
    for (key, node) in try entries() {
      guard known.contains(key) else {
        throw failure(
          "unknown key \"\(key)\"; known here are \(known.sorted().joined(separator: ", "))")
      }
      result[key] = node
    }
    return result
  }

  /// Reads the value with a parser whose error explains itself.
  func parsed<Value, Failure: Error & CustomStringConvertible>(
    _ parse: (String) throws(Failure) -> Value
  ) throws(ScenarioError) -> Value {
    let text = try text()
    do {
      return try parse(text)
    } catch {
      throw failure("\(error)")
    }
  }
}
