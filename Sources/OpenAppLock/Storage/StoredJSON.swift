import FoundationEssentials

/// Values that a column holds as JSON, with sorted keys.
enum StoredJSON {
  /// Writes a value.
  static func write(_ value: some Encodable) throws(StorageError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw StorageError(code: .failed, message: "could not write a value as JSON: \(error)")
    }
  }

  /// Reads a value.
  ///
  /// - Throws: `damaged` where the text isn't one.
  static func read<Value: Decodable>(
    _ type: Value.Type, from text: String, of path: String
  ) throws(StorageError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw .damaged(path, "a column holds what is no \(type)")
    }
  }
}

extension StorageError {
  /// A file whose structure is whole but whose content makes no sense.
  static func damaged(_ path: String, _ what: String) -> StorageError {
    StorageError(code: .damaged, message: "\"\(path)\" is damaged: \(what)")
  }
}
