import Foundation
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph

private final class Item {}

@Suite struct IdentityMaps {
  @Test func holdWhatADictionaryHolds() {
    var random = SeededGenerator()
    let map = IdentityMap()
    defer { map.deallocate() }
    var expected: [Int64: Item] = [:]
    defer { withExtendedLifetime(expected) {} }
    for step in 0..<6000 {
      let key: Int64 =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Int64.random(in: 1...400, using: &random)
        case 1: Int64.random(in: .min ... .max, using: &random)
        case 2: Int64.random(in: 1...5, using: &random) << 58
        default: expected.keys.randomElement(using: &random) ?? 7
        }
      guard key != 0 else { continue }
      // It grows for a time, and then goes down to nothing.
      if expected[key] != nil || (step / 2000 == 2) {
        map.remove(key)
        expected[key] = nil
      } else {
        let item = Item()
        map.insert(item, key: key)
        expected[key] = item
      }
      #expect(map.find(key) === expected[key])
      #expect(map.count == expected.count)
      if step % 100 == 0 { #expect(map.brokenInvariant == nil) }
    }
    #expect(
      Dictionary(uniqueKeysWithValues: map.all.map { ($0.key, ObjectIdentifier($0.object)) })
        == expected.mapValues { ObjectIdentifier($0) })
  }

  @Test func shrinkAgain() {
    let map = IdentityMap()
    defer { map.deallocate() }
    let items = (1...20_000).map { _ in Item() }
    // The map holds nothing by itself.
    defer { withExtendedLifetime(items) {} }
    for (index, item) in items.enumerated() { map.insert(item, key: Int64(index + 1) * 16) }
    let large = map.capacity
    for index in items.indices.dropFirst(3) { map.remove(Int64(index + 1) * 16) }
    #expect(map.brokenInvariant == nil)
    #expect(large > 20_000 && map.capacity == 16)
    #expect(map.all.count == 3)
    for key in [16, 32, 48] as [Int64] { #expect(map.find(key) != nil) }
  }
}

/// Objects whose own `deinit` looks at the store.
@Suite(.serialized) struct GoingObjects {
  @Test func areNotFoundByTheirOwnDeinit() throws {
    let folder = try TemporaryFolder()
    let context = ModelContext(
      try ModelContainer(
        for: Ghost.self, configurations: ModelConfiguration(url: folder.file())))
    context.insert(Ghost(name: "a"))
    try context.save()
    var found: [Ghost] = []
    Ghost.farewell = { [unowned context] in
      Ghost.farewell = nil
      found = (try? context.fetch(FetchDescriptor<Ghost>())) ?? []
      let known: Ghost? = found.first.flatMap { context.registeredModel(for: $0.id) }
      #expect(known === found.first)
    }
    do { _ = try context.fetch(FetchDescriptor<Ghost>()).count }
    let ghost = try #require(found.first)
    #expect(ghost.name == "a")
    // What went last hasn't taken out the one that came instead.
    #expect(try context.fetch(FetchDescriptor<Ghost>()).first === ghost)
    #expect(context.graph.brokenInvariant == nil)
    ghost.name = "b"
    try context.save()
    found = []
    #expect(context.graph.registered(EntityIndex(0)).count <= 1)
  }
}

@Model private final class Ghost {
  var name: String
  init(name: String) { self.name = name }
  deinit { Self.farewell?() }

  // One test alone uses it.
  @Transient static nonisolated(unsafe) var farewell: (() -> Void)?
}
