import StrataStoreSupport
import Testing

@testable import StrataGraph
@testable import StrataContexts
@testable import Strata

/// Objects that lead to each other in a chain, of which only the first is held.
@Suite struct Chains {
  private static let count = 100_000

  private func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Bead.self, Box.self, configurations: .temporary))
  }

  @Test func ofToOneRelationshipsLeaveMemoryWhateverTheirLength() throws {
    let context = try context()
    var first: Bead? = Bead()
    for _ in 1..<Self.count {
      let bead = Bead()
      bead.next = first
      first = bead
    }
    if let first { context.insert(first) }
    try context.save()
    #expect(context.graph.registeredCount == Self.count)
    first = nil
    #expect(context.graph.registeredCount == 0)
  }

  @Test func ofToManyRelationshipsLeaveMemoryWhateverTheirLength() throws {
    let context = try context()
    var first: Box? = Box()
    for _ in 1..<Self.count {
      let box = Box()
      box.boxes = [first].compactMap(\.self)
      first = box
    }
    if let first { context.insert(first) }
    try context.save()
    #expect(context.graph.registeredCount == Self.count)
    first = nil
    #expect(context.graph.registeredCount == 0)
  }
}

@Model final class Bead {
  var next: Bead?

  init() {}
}

@Model final class Box {
  var boxes: [Box] = []

  init() {}
}
