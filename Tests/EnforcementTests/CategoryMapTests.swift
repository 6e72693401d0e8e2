import Enforcement
import ScreenTimeModel
import Testing

@Suite("Categories")
struct CategoryMapTests {
  @Test(
    "menu categories become ours",
    arguments: [
      (["GNOME", "Game", "BoardGame"], ["games"]),
      (["Network", "InstantMessaging"], ["social"]),
      (["AudioVideo", "Player"], ["entertainment"]),
      (["Graphics", "Development"], ["creativity", "developer"]),
      (["WebBrowser", "Network"], ["web"]),
      (["GTK"], ["other"]), ([], ["other"]),
    ])
  func map(_ menu: [String], _ ours: [String]) throws {
    let expected = Set(try ours.map { try ActivityCategoryToken(parsing: $0) })
    #expect(CategoryMap.categories(for: menu) == expected)
  }

  @Test("every category of ours is spelled as a token may be, and none is named twice")
  func spelling() {
    #expect(CategoryMap.all.count == 13)
    #expect(Set(CategoryMap.all).count == CategoryMap.all.count)
    #expect(CategoryMap.other != nil)
  }
}
