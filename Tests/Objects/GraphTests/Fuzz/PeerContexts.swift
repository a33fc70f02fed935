import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.serialized) struct PeerContexts {
  /// Two contexts take turns: each saves, or drops its changes, before the other goes on. The
  /// objects of both stay in memory and have to follow.
  @Test(arguments: [false, true])
  func followEachOther(inTwoContainers: Bool) throws {
    for _ in 0..<FuzzRounds.count {
      let world = try World(random: SeededGenerator(for: "PeerContexts.\(inTwoContainers)"))
      var other = World.Side(
        container: inTwoContainers ? try World.open(world.folder) : world.container)
      for turn in 0..<40 {
        for _ in 0..<world.number(1..<12) {
          try world.step(allowsUnmanaged: false)
          if world.random.chance(1, in: 4) { try world.checkAll() }
        }
        if world.random.chance(5, in: 6) { try world.save() } else { try world.rollback() }
        try world.checkAll()
        world.swap(with: &other)
        world.note("swap")
        if world.random.chance(1, in: 2) {
          try world.context.mergeChanges()
        } else {
          _ = try world.context.fetchCount(FetchDescriptor<Crate>())
        }
        world.objects = world.objects.filter { world.oracle.things[$0.key] != nil }
        if world.random.chance(2, in: 3) { try world.checkAll() }
        if turn % 10 == 9 { try world.checkStore(isOrdered: false) }
      }
    }
  }
}

extension World {
  /// A context that isn't at work now, with its objects.
  struct Side {
    var container: ModelContainer
    var context: ModelContext
    var objects: [Int: any FuzzModel] = [:]

    init(container: ModelContainer) {
      self.container = container
      context = ModelContext(container)
    }
  }

  func swap(with side: inout Side) {
    let mine = (container, context, objects)
    (container, context, objects) = (side.container, side.context, side.objects)
    (side.container, side.context, side.objects) = mine
  }
}
