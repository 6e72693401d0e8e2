import HTTPServer
import PolicyCore

/// A child: today, machines, and what is its own.
struct ChildView {
  /// Whose it is.
  let context: PageContext
  /// The family.
  let family: Family
  /// The child.
  let summary: ChildSummary
  /// The form of the child's own values.
  let form: PolicyFormState

  private var child: Child { summary.child }

  /// The answer that shows it.
  func answer(_ status: Int = 200) -> HTTPResponse {
    PageFrame(context: context, title: child.name).answer(
      status: status,
      """
      <p class="way-back"><a href="/">All children</a></p>
      <h1><bdi>\(child.name)</bdi></h1>
      <section class="card" aria-labelledby="today">
      <h2 id="today">Today</h2>
      <div id="live-today" data-live>\(TodayView(summary: summary).html)</div>
      </section>
      <section class="card" aria-labelledby="machines">
      <h2 id="machines">Machines</h2>
      <div id="live-devices" data-live>\(DeviceList(summary: summary, context: context).html)</div>
      <form method="post" action="/children/\(child.id.text)/pairing-code">
      <p class="actions"><button>Pair a machine…</button></p>
      </form>
      </section>
      <section class="card" aria-labelledby="own">
      <h2 id="own">What holds for <bdi>\(child.name)</bdi></h2>
      <p class="hint">\(ownCount) Clearing an own value brings the family's back, now and whenever the \
      family's changes.</p>
      \(values)
      </section>
      """)
  }

  private var ownCount: String {
    switch child.overrides.fields.count {
    case 0: "Everything is the same as the family's."
    case let count: "\(TimeWords.count(count, "value")) of its own; the rest is the family's."
    }
  }

  private var values: HTML {
    PolicyFormView(
      form: form, action: "/children/\(child.id.text)/policy",
      inherited: PolicyDraft.known(family.policy.fields), childName: child.name,
      isZoneLocked: true
    ).html
  }
}
