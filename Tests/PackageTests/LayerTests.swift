import Testing

@Suite("The package's layers")
struct LayerTests {
  private let graph: PackageGraph

  init() throws {
    graph = try PackageGraph.described.get()
  }

  @Test("every target that is shipped has its place in the table of layers")
  func known() {
    for target in graph.targets where !target.isForTests {
      #expect(Layers.number(of: target.name) != nil, "put \(target.name) into Layers.swift")
    }
  }

  @Test("dependencies point down, or stay in their layer")
  func direction() {
    for target in graph.targets {
      guard let layer = Layers.number(of: target.name) else { continue }
      for dependency in target.dependencies {
        guard let below = Layers.number(of: dependency) else {
          Issue.record("\(target.name) depends on \(dependency), which is not shipped")
          continue
        }
        #expect(below <= layer, "\(target.name) depends on \(dependency), which is above it")
      }
    }
  }

  @Test("what must stay apart stays apart, also through others")
  func apart() {
    for rule in Layers.forbidden {
      for name in rule.targets {
        let reached = graph.reach(of: name).intersection(rule.never).sorted()
        #expect(reached == [], "\(name) reaches \(reached): \(rule.why)")
      }
    }
  }

  @Test("nothing depends on a program or on tests")
  func programs() {
    for target in graph.targets {
      for dependency in target.dependencies.compactMap(graph.target) {
        #expect(!dependency.isProgram, "\(target.name) depends on the program \(dependency.name)")
        #expect(!dependency.isTest, "\(target.name) depends on the tests \(dependency.name)")
        if dependency.isForTests {
          #expect(target.isForTests, "\(target.name) depends on \(dependency.name)")
        }
      }
    }
  }

  @Test("the table names no target twice")
  func table() {
    let names = Layers.all.flatMap { $0 }
    #expect(Set(names).count == names.count)
  }
}
