import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Three contexts and two other processes change one store at random. After every step both ends of
/// every relationship agree in each context, whatever it has loaded, and whatever others have saved
/// since.
@Suite(.serialized) struct ContextsAmongOthers {
  @Test(arguments: [false, true])
  func showOneStateAfterEachStep(inSeveralContainers: Bool) throws {
    let peers = [try ContestProcess(), try ContestProcess()]
    for _ in 0..<FuzzRounds.count {
      let random = SeededGenerator(for: "ContextsAmongOthers.\(inSeveralContainers)")
      let contest = try Contest(
        random: random, inSeveralContainers: inSeveralContainers, sideCount: 3)
      for (index, peer) in peers.enumerated() {
        try peer.open(contest.folder.store("fuzz.store"), seed: random.seed &+ UInt64(index))
      }
      for _ in 0..<60 {
        if contest.random.chance(1, in: 4), let peer = contest.pick(peers) {
          let done = try peer.step(serial: contest.nextSerial)
          contest.nextSerial += 3
          contest.steps.append("other process: \(done)")
        } else {
          try contest.step()
        }
        for side in contest.sides { try contest.checkEnds(side) }
      }
      try contest.finish()
    }
  }
}

extension Contest {
  /// Compares both ends of the relationships of some of a side's objects, loading what isn't loaded.
  func checkEnds(_ side: Side) throws {
    let present = side.objects.filter { $0.modelContext === side.context && !$0.isDeleted }
    // All of them now and then; else a few, so that much stays unread.
    let isWhole = random.chance(1, in: 6)
    let chosen = isWhole ? present : (0..<min(3, present.count)).compactMap { _ in pick(present) }
    for object in chosen {
      guard let kind = Kind.allCases.first(where: { $0.type == type(of: object) }) else { continue }
      for end in End.of(kind) where isWhole || random.chance(1, in: 3) {
        // The first look may bring the context to a later state.
        for target in object.targets(end) {
          if let inverse = end.inverse { _ = target.targets(inverse) }
        }
        try checkEnd(end, of: object, side)
      }
    }
    try #require(side.context.readFailures.isEmpty, "\(side.context.readFailures)\n\(trace)")
  }

  private func checkEnd(_ end: End, of object: any FuzzModel, _ side: Side) throws {
    guard object.modelContext === side.context, !object.isDeleted else { return }
    let targets = object.targets(end)
    // One that must lead somewhere may have lost what it led to; the save says so.
    if end.isRequired, targets.allSatisfy({ $0.modelContext == nil || $0.isDeleted }) { return }
    let place = "\(side.name): \(end) of \(object.serial) leads to \(targets.map(\.serial))"
    try #require(Set(targets.map(\.serial)).count == targets.count, "\(place), twice\n\(trace)")
    guard let inverse = end.inverse else { return }
    for target in targets {
      try #require(
        target.modelContext === side.context && !target.isDeleted,
        "\(place), \(target.serial) is gone\n\(trace)")
      try #require(
        target.targets(inverse).contains { $0 === object },
        "\(place), \(inverse) of \(target.serial) to \(target.targets(inverse).map(\.serial))\n\(trace)"
      )
    }
  }
}
