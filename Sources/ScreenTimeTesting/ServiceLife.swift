import Bus
import ScreenTimeModel

/// One life of the service that a test platform stands on.
protocol ServiceLife: AnyObject {
  /// Connects somebody.
  ///
  /// - Throws: what the bus says.
  func connect(
    as name: String, attributes: [String: String]
  ) throws(BusError) -> any BusConnection

  /// Attaches an extension that lives in this process.
  ///
  /// - Throws: `invalid` where the service is another process.
  func attach(
    _ manifest: ExtensionManifest, serving handler: @escaping (IncomingRequest) -> Void
  ) throws(BusError) -> any BusConnection

  /// Has the conversation take what has come of what was said.
  func listen()

  /// Has the conversation take everything that was said up to now.
  func catchUp()

  /// How many messages were lost because nobody read them for too long.
  var lost: Int { get }

  /// Has the service look for manifests again; false where it has to be started again for that.
  func readManifests() -> Bool

  /// Ends it as a person would.
  func end()

  /// Drops it in the middle of whatever it does.
  func kill()

  /// The program, where it is one.
  var program: ChildProgram? { get }
}
