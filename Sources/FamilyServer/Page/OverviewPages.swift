import CivilTime
import HTTPServer

/// The family at a glance, and adding a child.
enum OverviewPages {
  static let routes: [PageRoute] = [
    PageRoute("GET", "/", .parent(show)),
    PageRoute("POST", "/children", .parent(addChild)),
    PageRoute("GET", "/children", .parent { page, _, _ in page.goOn(to: "/") }),
  ]

  @Sendable private static func show(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    try view(page, call, family).answer()
  }

  @Sendable private static func addChild(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let name = try FormBody(call.request).first("name") ?? ""
    do {
      let child = try call.store.addChild(name: name, to: family.id, at: call.now)
      return page.goOn(to: "/children/\(child.id.text)", saying: .childAdded)
    } catch let error as FamilyError where error.code == .invalid {
      var view = try view(page, call, family)
      view.typedName = name
      view.problem = error.problems.first
      return view.answer(422)
    }
  }

  /// Shows a name again that was typed before the session ended; `nil` for another form.
  static func showAgain(
    _ kept: FormBody, from path: String, _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse? {
    guard path == "/children", let name = kept.first("name") else { return nil }
    var view = try view(page, call, family)
    view.typedName = name
    return view.answer()
  }

  private static func view(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> OverviewView {
    OverviewView(
      context: page.context(call, family), family: family,
      children: try call.store.children(of: family).map { child in
        try ChildSummary(child, from: call.store, at: call.now)
      })
  }
}
