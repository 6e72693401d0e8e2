import Glibc

extension AppGroup {
  /// How many damaged versions of a document are kept; later ones are dropped.
  private static let damagedVersionsKept = 20

  /// Reads a document as it is now, without the lock: a document is replaced in one step, so it is
  /// whole, old or new.
  ///
  /// - Throws: `wrongType` when it is a link or no file, `foreignOwner`, `noDirectory`, `system`.
  package func read<Content>(
    _ document: DocumentName<Content>
  ) throws(AppGroupError) -> DocumentState<Content> {
    switch try find(document, in: document.file) {
    case .nothing: .missing
    case .whole(let content, _, _): .read(content)
    case .newer(let version): .newer(version: version)
    case .damaged(let reason):
      .damaged(reason: reason, previous: try find(document, in: document.previousFile).content)
    }
  }

  /// Which version of a document is there now; `nil` when there is none, or it can't be looked at.
  package func stamp<Content>(of document: DocumentName<Content>) -> DocumentStamp? {
    folder.stamp(of: document.file)
  }

  /// Changes a document under the group's lock, and writes it when the content is another afterwards.
  ///
  /// A missing document begins with `content`. A damaged one is set aside as
  /// `<name>.damaged-<n>.json`, the version before it is changed instead (`content`, if there is none
  /// either), and `healed` says so; this writes in any case. The version that is replaced is kept as
  /// `<name>.previous.json`.
  ///
  /// - Throws: `newerVersion` when a newer program wrote it; `changeFailed` with what `change` threw,
  ///   nothing being written; `lockTimeout`, `tooLarge`, `diskFull` and the others with the content
  ///   before intact.
  package func update<Content, Result>(
    _ document: DocumentName<Content>, default content: @autoclosure () -> Content,
    within limit: Duration = .seconds(5), _ change: (inout Content) throws -> Result
  ) throws(AppGroupError) -> Updated<Result> {
    var known: KnownDocument<Content>?
    return try update(document, default: content(), knowing: &known, within: limit, change)
  }

  /// Changes a document as ``update(_:default:within:_:)`` does, for somebody who keeps what he knows of
  /// it.
  ///
  /// Where the version that he knows is still there it isn't decoded again. Afterwards he knows the
  /// version that was written, and nothing where the update failed.
  ///
  /// - Throws: as without that.
  package func update<Content, Result>(
    _ document: DocumentName<Content>, default content: @autoclosure () -> Content,
    knowing known: inout KnownDocument<Content>?, within limit: Duration = .seconds(5),
    _ change: (inout Content) throws -> Result
  ) throws(AppGroupError) -> Updated<Result> {
    let before = known
    known = nil
    let (updated, after) = try withLock(within: limit) {
      let found = try find(document, in: document.file, knowing: before)
      return try update(document, found, default: content(), change)
    }
    known = after
    return updated
  }

  private func update<Content, Result>(
    _ document: DocumentName<Content>, _ found: Found<Content>,
    default content: @autoclosure () -> Content, _ change: (inout Content) throws -> Result
  ) throws -> (Updated<Result>, KnownDocument<Content>?) {
    switch found {
    case .newer(let version):
      throw newer(document, version)
    case .damaged(let reason):
      let previous = try find(document, in: document.previousFile).content
      let changed = try changed(previous ?? content(), document, change)
      let kept = try setAside(document)
      try replace(document, by: changed.bytes, keepingPrevious: false)
      let updated = Updated(
        result: changed.result, wasWritten: true,
        healed: healed(document, reason, keptAs: kept, hasPrevious: previous != nil))
      return (updated, present(document, changed.content))
    case .whole(let old, let oldBytes, let stamp):
      let changed = try changed(old, document, change)
      guard changed.bytes != oldBytes else {
        let updated = Updated(result: changed.result, wasWritten: false, healed: nil)
        return (updated, KnownDocument(changed.content, at: stamp))
      }
      try replace(document, by: changed.bytes, keepingPrevious: true)
      let updated = Updated(result: changed.result, wasWritten: true, healed: nil)
      return (updated, present(document, changed.content))
    case .nothing:
      let changed = try changed(content(), document, change)
      try replace(document, by: changed.bytes, keepingPrevious: false)
      let updated = Updated(result: changed.result, wasWritten: true, healed: nil)
      return (updated, present(document, changed.content))
    }
  }

  /// The version that was just written.
  private func present<Content>(
    _ document: DocumentName<Content>, _ content: Content
  ) -> KnownDocument<Content>? {
    stamp(of: document).map { KnownDocument(content, at: $0) }
  }

  /// Makes the version before a document the same as the document, so that the damage of one costs
  /// nothing of it.
  ///
  /// For what has no second witness. A document that isn't whole is left as it is.
  ///
  /// - Throws: `lockTimeout`, `diskFull` and the others with the version before intact.
  package func secure<Content>(
    _ document: DocumentName<Content>, within limit: Duration = .seconds(5)
  ) throws(AppGroupError) {
    try withLock(within: limit) {
      guard let present = try folder.openFile(document.file),
        case .whole(_, let bytes) = try bytesOrDamage(document, present)
      else { return }
      let file = try folder.createFile(document.keptFile)
      try file.write(bytes)
      try file.sync()
      try folder.rename(document.keptFile, over: document.previousFile)
    }
  }

  /// Writes a content over whatever a document had, without reading that; only a newer version's
  /// document is left alone.
  ///
  /// - Parameter written: The version that the caller has written himself: where it is still there it
  ///   need not be looked at. It is the new one afterwards.
  /// - Throws: as `update`.
  package func replace<Content>(
    _ document: DocumentName<Content>, with content: Content, after written: inout DocumentStamp?,
    within limit: Duration = .seconds(5)
  ) throws(AppGroupError) {
    let bytes = try encoded(content, document)
    let known = written
    written = nil
    written = try withLock(within: limit) {
      if let known, known == stamp(of: document) {
        try replace(document, by: bytes, keepingPrevious: true)
      } else {
        try replaceWhatIsThere(document, by: bytes)
      }
      return stamp(of: document)
    }
  }

  /// Writes a content over whatever a document had, for somebody who hasn't written it before.
  ///
  /// - Throws: as `update`.
  package func replace<Content>(
    _ document: DocumentName<Content>, with content: Content, within limit: Duration = .seconds(5)
  ) throws(AppGroupError) {
    var written: DocumentStamp?
    try replace(document, with: content, after: &written, within: limit)
  }

  private func replaceWhatIsThere<Content>(
    _ document: DocumentName<Content>, by bytes: [UInt8]
  ) throws(AppGroupError) {
    guard let present = try folder.openFile(document.file) else {
      return try replace(document, by: bytes, keepingPrevious: false)
    }
    switch try bytesOrDamage(document, present) {
    case .damaged:
      _ = try setAside(document)
      try replace(document, by: bytes, keepingPrevious: false)
    case .whole(let envelope, _):
      guard envelope.version <= document.schemaVersion else {
        throw newer(document, envelope.version)
      }
      try replace(document, by: bytes, keepingPrevious: true)
    }
  }
}

// MARK: Finding

extension AppGroup {
  /// What a file of a document holds.
  private enum Found<Content> {
    case nothing
    case whole(Content, [UInt8], DocumentStamp)
    case damaged(String)
    case newer(Int)

    var content: Content? {
      if case .whole(let content, _, _) = self { content } else { nil }
    }
  }

  /// What a file holds, before its content is decoded.
  private enum Raw {
    case whole(DocumentEnvelope, [UInt8])
    case damaged(String)
  }

  private func find<Content>(
    _ document: DocumentName<Content>, in name: String,
    knowing known: KnownDocument<Content>? = nil
  ) throws(AppGroupError) -> Found<Content> {
    guard let file = try folder.openFile(name) else { return .nothing }
    if let known, known.stamp == file.stamp {
      return .whole(known.content, try file.readAll(), file.stamp)
    }
    switch try bytesOrDamage(document, file) {
    case .damaged(let reason):
      return .damaged(reason)
    case .whole(let envelope, _) where envelope.version > document.schemaVersion:
      return .newer(envelope.version)
    case .whole(let envelope, let bytes):
      do throws(DocumentEnvelope.Damage) {
        return .whole(try DocumentCoding.decode(Content.self, envelope), bytes, file.stamp)
      } catch {
        return .damaged(error.reason)
      }
    }
  }

  private func bytesOrDamage<Content>(
    _ document: DocumentName<Content>, _ file: borrowing GroupFile
  ) throws(AppGroupError) -> Raw {
    guard file.size <= document.sizeLimit else {
      return .damaged("it has \(file.size) bytes, and at most \(document.sizeLimit) are allowed")
    }
    let bytes = try file.readAll()
    do throws(DocumentEnvelope.Damage) {
      return .whole(try DocumentEnvelope(bytes, newest: document.schemaVersion), bytes)
    } catch {
      return .damaged(error.reason)
    }
  }
}

// MARK: Writing

extension AppGroup {
  /// What became of a content, and its bytes.
  private struct Changed<Content, Result> {
    let content: Content
    let result: Result
    let bytes: [UInt8]
  }

  private func changed<Content, Result>(
    _ old: Content, _ document: DocumentName<Content>, _ change: (inout Content) throws -> Result
  ) throws -> Changed<Content, Result> {
    var content = old
    let result = try change(&content)
    return Changed(content: content, result: result, bytes: try encoded(content, document))
  }

  private func encoded<Content>(
    _ content: Content, _ document: DocumentName<Content>
  ) throws(AppGroupError) -> [UInt8] {
    let path = folder.path(of: document.file)
    let bytes: [UInt8]
    do {
      bytes = DocumentEnvelope.enclose(
        try DocumentCoding.encode(content), version: document.schemaVersion)
    } catch {
      throw AppGroupError(
        .unencodable, "the content of \"\(path)\" cannot be written: \(error)", underlying: error)
    }
    guard bytes.count <= document.sizeLimit else {
      throw AppGroupError(
        .tooLarge,
        "\"\(path)\" would have \(bytes.count) bytes, and at most \(document.sizeLimit) are allowed"
      )
    }
    return bytes
  }

  /// Puts `bytes` in the document's place.
  ///
  /// They are made durable under another name first, then renamed, then the names are made durable. At
  /// every moment both the document and the version before it are there, whole.
  private func replace<Content>(
    _ document: DocumentName<Content>, by bytes: [UInt8], keepingPrevious: Bool
  ) throws(AppGroupError) {
    do throws(AppGroupError) {
      let file = try folder.createFile(document.newFile)
      try file.write(bytes)
      try file.sync()
      if keepingPrevious { try keepPrevious(document) }
      try folder.rename(document.newFile, over: document.file)
    } catch {
      // The room that it takes may be what is missing; if this fails too, the next write does it.
      try? folder.remove(document.newFile)
      throw error
    }
    try folder.sync()
  }

  /// Makes the present version the previous one: a second name for it, which takes the old one's
  /// place.
  private func keepPrevious<Content>(_ document: DocumentName<Content>) throws(AppGroupError) {
    if try !folder.link(document.file, as: document.keptFile) {
      // Left by a writer that was killed right here.
      try folder.remove(document.keptFile)
      guard try folder.link(document.file, as: document.keptFile) else {
        throw .system("keep", folder.path(of: document.file), EEXIST)
      }
    }
    try folder.rename(document.keptFile, over: document.previousFile)
  }

  /// Keeps a damaged document under a name of its own; `nil` when as many as are kept are there.
  private func setAside<Content>(
    _ document: DocumentName<Content>
  ) throws(AppGroupError) -> String? {
    for number in 1...Self.damagedVersionsKept {
      let name = document.damagedFile(number)
      if try folder.link(document.file, as: name) { return name }
    }
    return nil
  }

  private func newer<Content>(
    _ document: DocumentName<Content>, _ version: Int
  ) -> AppGroupError {
    AppGroupError(
      .newerVersion,
      "\"\(folder.path(of: document.file))\" has version \(version), and this program writes "
        + "\(document.schemaVersion)",
      hint: "use the newer program; the document is left as it is")
  }

  private func healed<Content>(
    _ document: DocumentName<Content>, _ reason: String, keptAs kept: String?, hasPrevious: Bool
  ) -> String {
    let path = folder.path(of: document.file)
    let place = kept.map { "it is kept as \"\($0)\"" } ?? "it is not kept, as there are enough"
    let instead =
      hasPrevious ? "the version before it is used" : "there is none before it, so it begins anew"
    return "\"\(path)\" was damaged (\(reason)); \(place); \(instead)"
  }
}
