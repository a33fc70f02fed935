import StrataStoreSupport
import Strata
import StrataTestSupport

/// Random voyages with their sailors and legs, in a store of their own.
struct Fleet {
  let context: ModelContext
  let voyages: [Voyage]
  let sailors: [Sailor]
  /// One that several voyages have to do with.
  var someone: Sailor { sailors[0] }

  var someLeg: Leg { voyages[0].legs[0] }

  init(_ random: inout SeededGenerator, voyages count: Int = 60) throws {
    context = ModelContext(
      try ModelContainer(
        for: [Voyage.self, Sailor.self, Leg.self],
        configuration: .temporary))
    sailors = (0..<5).map { _ in Sailor(&random) }
    voyages = (0..<count).map { _ in Voyage(&random) }
    for sailor in sailors { context.insert(sailor) }
    for sailor in sailors {
      sailor.mentor = random.some { sailors.randomElement(using: &$0) } ?? nil
    }
    for voyage in voyages { add(voyage, &random) }
  }

  private func add(_ voyage: Voyage, _ random: inout SeededGenerator) {
    context.insert(voyage)
    voyage.captain = random.some { sailors.randomElement(using: &$0) } ?? nil
    voyage.crew = random.some { random in sailors.filter { _ in random.chance(1, in: 3) } }
    let least = voyage === voyages[0] ? 1 : 0
    for _ in 0..<Int.random(in: least..<4, using: &random) {
      let leg = Leg(&random, pilot: sailors[Int.random(in: 0..<sailors.count, using: &random)])
      context.insert(leg)
      voyage.legs.append(leg)
    }
  }

  /// Saves, and changes some voyages and takes some away, so that the context has changes of every
  /// kind; gives the voyages that are left, oldest first.
  func mixed(_ random: inout SeededGenerator) throws -> [Voyage] {
    try context.save()
    var left: [Voyage] = []
    for voyage in voyages {
      if random.chance(1, in: 8) {
        context.delete(voyage)
        continue
      }
      if random.chance(1, in: 4) {
        let other = Voyage(&random)
        (voyage.name, voyage.nick, voyage.miles) = (other.name, other.nick, other.miles)
        (voyage.price, voyage.serial, voyage.tip) = (other.price, other.serial, other.tip)
        (voyage.priority, voyage.wasLate) = (other.priority, other.wasLate)
        voyage.captain = sailors.randomElement(using: &random)
      }
      left.append(voyage)
    }
    for _ in 0..<10 {
      let new = Voyage(&random)
      add(new, &random)
      left.append(new)
    }
    return left
  }
}
