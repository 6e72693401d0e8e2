import CompactJSON
import PolicyCore

/// A body that a call takes, as its fields: they say both how it is read and how it is described.
///
/// A field that is not among them is a problem: a typing error must not look like a saved setting.
struct RequestBody<each Value>: Sendable {
  private let fields: (repeat Field<each Value>)
  /// The fields' names, in the order of their declaration.
  let names: [String]

  /// Declares a body.
  init(_ fields: repeat Field<each Value>) {
    self.fields = (repeat each fields)
    var names: [String] = []
    for field in repeat each fields { names.append(field.name) }
    self.names = names
  }

  /// What the document says of it.
  var schema: Schema {
    var properties: [Property] = []
    for field in repeat each fields { properties.append(Property(field.name, field.schema)) }
    return .object(properties)
  }

  /// What the document shows for it.
  var example: JSON {
    var members: [String: JSON] = [:]
    for field in repeat each fields { members[field.name] = field.example }
    return .object(members)
  }

  /// Reads a body; `nil` after problems were noted, as many as there are.
  func read(
    _ value: JSON, at place: String = "", noting problems: inout [PolicyProblem]
  ) -> (repeat each Value)? {
    guard case .object(let members) = value else {
      problems.append(
        PolicyProblem(
          field: place, problem: "\(value.kindName) was given, and an object is needed"))
      return nil
    }
    let path = place.isEmpty ? "" : place + "."
    func read<Part>(_ field: Field<Part>, _ problems: inout [PolicyProblem]) -> Part? {
      field.read(from: members, at: path, noting: &problems)
    }
    let values = (repeat read(each fields, &problems))
    if members.keys.contains(where: { !names.contains($0) }) {
      refuseUnknown(in: members, at: path, noting: &problems)
    }
    do throws(Missing) {
      return (repeat try Self.present(each values))
    } catch {
      return nil
    }
  }

  private func refuseUnknown(
    in members: [String: JSON], at path: String, noting problems: inout [PolicyProblem]
  ) {
    for name in members.keys.sorted() where !names.contains(name) {
      problems.append(
        PolicyProblem(
          field: path + name.prefix(80),
          problem: "no such field; there are \(names.sorted().joined(separator: ", "))"))
    }
  }

  /// A field was not right, which was noted.
  private struct Missing: Error {}

  private static func present<Part>(_ part: Part?) throws(Missing) -> Part {
    guard let part else { throw Missing() }
    return part
  }
}
