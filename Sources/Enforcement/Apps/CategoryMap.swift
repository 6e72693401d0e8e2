package import ScreenTimeModel

/// Turns the menu specification's categories into ours.
package enum CategoryMap {
  /// Our categories, each with its menu categories.
  ///
  /// An app is in every category that it names.
  private static let menu: [(ours: String, theirs: Set<String>)] = [
    (
      "games",
      [
        "Game", "ActionGame", "AdventureGame", "ArcadeGame", "BoardGame", "BlocksGame", "CardGame",
        "KidsGame", "LogicGame", "RolePlaying", "Shooter", "Simulation", "SportsGame",
        "StrategyGame", "Emulator",
      ]
    ),
    (
      "social",
      [
        "InstantMessaging", "Chat", "IRCClient", "VideoConference", "Telephony", "Feed",
        "ContactManagement",
      ]
    ),
    (
      "entertainment",
      [
        "AudioVideo", "Video", "Audio", "Music", "Player", "TV", "Tuner", "Amusement",
        "DiscBurning",
      ]
    ),
    (
      "creativity",
      [
        "Graphics", "2DGraphics", "3DGraphics", "VectorGraphics", "RasterGraphics", "Photography",
        "Recorder", "AudioVideoEditing", "Midi", "Mixer", "Sequencer", "Art", "Publishing",
      ]
    ),
    (
      "education",
      [
        "Education", "Science", "Math", "Languages", "Geography", "History", "Physics", "Chemistry",
        "Biology", "Astronomy", "Geology", "Economy", "Literature", "ComputerScience",
        "ArtificialIntelligence", "DataVisualization", "NumericalAnalysis",
      ]
    ),
    ("health-fitness", ["Sports", "MedicalSoftware", "Health", "Fitness"]),
    ("reading", ["News", "Dictionary", "Viewer", "Documentation", "Humanities", "Spirituality"]),
    (
      "productivity",
      [
        "Office", "WordProcessor", "Spreadsheet", "Presentation", "Calendar", "ProjectManagement",
        "Email", "Finance", "Database", "TextEditor", "FlowChart", "Chart",
      ]
    ),
    ("shopping-food", ["Shopping", "Food", "Cooking"]),
    (
      "utilities",
      [
        "Utility", "System", "Settings", "Archiving", "Compression", "FileTools", "FileManager",
        "TerminalEmulator", "Monitor", "Security", "Accessibility", "Calculator", "Clock",
        "Printing", "PackageManager", "HardwareSettings", "FileTransfer", "RemoteAccess",
      ]
    ),
    (
      "developer",
      [
        "Development", "IDE", "Debugger", "GUIDesigner", "Profiling", "RevisionControl",
        "Translation", "WebDevelopment", "Building",
      ]
    ),
    ("web", ["WebBrowser"]),
  ]

  /// What an app without a known category is in.
  package static let other = token("other")

  /// Every category that an app can be in, in the order that people read them.
  package static let all: [ActivityCategoryToken] =
    menu.compactMap { token($0.ours) } + [other].compactMap { $0 }

  /// Our categories for an entry's.
  package static func categories(for entries: some Sequence<String>) -> Set<ActivityCategoryToken> {
    let named = Set(entries)
    let ours = menu.filter { !$0.theirs.isDisjoint(with: named) }.compactMap { token($0.ours) }
    return ours.isEmpty ? Set([other].compactMap { $0 }) : Set(ours)
  }

  private static func token(_ name: String) -> ActivityCategoryToken? {
    // The names above are spelled right, which a test holds.
    try? ActivityCategoryToken(parsing: name)
  }
}
