import HTTPServer
import PolicyCore

/// A child: today, machines, and what is its own.
enum ChildPages {
  static let routes: [PageRoute] = [
    PageRoute("GET", "/children/{id}", .parent(show))
  ]

  @Sendable private static func show(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let child = try call.store.child(call.id("id"), in: family)
    let draft = PolicyDraft(.child, child.overrides.fields, revision: family.revision)
    return try view(of: child, PolicyFormState(draft: draft), page, call, family).answer()
  }

  /// A child's page with a form in some state.
  static func view(
    of child: Child, _ form: PolicyFormState, _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> ChildView {
    ChildView(
      context: page.context(call, family), family: family,
      summary: try ChildSummary(child, from: call.store, at: call.now), form: form)
  }
}
