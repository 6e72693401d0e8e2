import HTTPServer
import PolicyCore

/// The forms of the family's policy and of a child's own values.
enum PolicyPages {
  static let routes: [PageRoute] = [
    PageRoute("GET", "/policy", .parent(show)),
    PageRoute("POST", "/policy", .parent(save)),
    PageRoute("POST", "/children/{id}/policy", .parent(saveOwn)),
    PageRoute(
      "GET", "/children/{id}/policy",
      .parent { page, call, family in
        page.goOn(to: "/children/\(try call.store.child(call.id("id"), in: family).id.text)")
      }),
  ]

  private static let ownRoute = PageRoute("POST", "/children/{id}/policy", .parent(saveOwn))

  /// Shows again what was typed before the session ended; `nil` for another form.
  static func showAgain(
    _ kept: FormBody, from path: String, _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse? {
    let remark = "You are signed in again. What you typed is here and isn't saved yet."
    if path == "/policy" {
      let draft = PolicyDraft(.family, from: kept)
      return try view(
        PolicyFormState(draft: draft, remark: remark), page, call, family
      ).answer()
    }
    guard let id = ownRoute.match(path)?["id"] else { return nil }
    let child = try call.store.child(ChildID(id), in: family)
    let draft = PolicyDraft(.child, from: kept)
    return try ChildPages.view(
      of: child, PolicyFormState(draft: draft, remark: remark), page, call, family
    ).answer()
  }

  @Sendable private static func show(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let draft = PolicyDraft(.family, family.policy.fields, revision: family.revision)
    return try view(PolicyFormState(draft: draft), page, call, family).answer()
  }

  @Sendable private static func save(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let saving = PolicySaving(current: family.policy.fields, revision: family.revision) {
      fields, revision in
      let policy = try FamilyPolicy(choosing: fields)
      _ = try call.store.setPolicy(policy, of: family.id, expecting: revision)
    }
    switch try saving.save(FormBody(call.request), .family) {
    case .done(let notice): return page.goOn(to: "/policy", saying: notice)
    case .again(let status, let form):
      return try view(form, page, call, family).answer(status)
    }
  }

  @Sendable private static func saveOwn(
    _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> HTTPResponse {
    let child = try call.store.child(call.id("id"), in: family)
    let saving = PolicySaving(current: child.overrides.fields, revision: family.revision) {
      fields, revision in
      let own = try PolicyOverrides(fields: fields)
      _ = try call.store.setOverrides(own, of: child.id, in: family.id, expecting: revision)
    }
    switch try saving.save(FormBody(call.request), .child) {
    case .done(let notice): return page.goOn(to: "/children/\(child.id.text)", saying: notice)
    case .again(let status, let form):
      return try ChildPages.view(of: child, form, page, call, family).answer(status)
    }
  }

  private static func view(
    _ form: PolicyFormState, _ page: ParentPage, _ call: Call, _ family: Family
  ) throws -> PolicyView {
    PolicyView(
      context: page.context(call, family), form: form,
      isZoneLocked: try call.store.hasRewards(family.id))
  }
}
