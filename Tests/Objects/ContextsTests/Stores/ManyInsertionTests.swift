import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Saves of so many objects that a server gets their rows without a statement each.
@Suite struct ManyInsertions {
  @Test func haveTheirValues() throws {
    var random = SeededGenerator()
    let context = try ModelContext.inMemory()
    var expected: [Int: [String]] = [:]
    for number in 1...300 {
      let specimen = Specimen(bool: .random(using: &random))
      specimen.int = number
      specimen.uint64 = .random(in: 0 ... .max, using: &random)
      specimen.double = number == 7 ? -.infinity : .random(in: -1e9...1e9, using: &random)
      specimen.decimal =
        Decimal(Int.random(in: -1_000_000...1_000_000, using: &random)) / Decimal(number)
      specimen.string = String(repeating: "é'\\\t", count: number % 7)
      specimen.data = Data((0..<number).map { UInt8(truncatingIfNeeded: $0) })
      specimen.shape = .text("x\(number)", bold: number.isMultiple(of: 2))
      specimen.words = ["a", "\(number)"]
      context.insert(specimen)
      expected[number] = description(of: specimen)
    }
    for number in 1...100 {
      let optional = OptionalSpecimen()
      if number.isMultiple(of: 2) { optional.int = number }
      context.insert(optional)
    }
    try context.save()
    let fresh = ModelContext(context.container)
    let found = try fresh.all(Specimen.self)
    #expect(found.count == 300)
    for specimen in found { #expect(description(of: specimen) == expected[specimen.int]) }
    #expect(try fresh.all(OptionalSpecimen.self).compactMap(\.int).count == 50)
    #expect(try fresh.checkStore() == [])
  }

  private func description(of specimen: Specimen) -> [String] {
    [
      "\(specimen.bool)", "\(specimen.uint64)", "\(specimen.double)", "\(specimen.decimal)",
      specimen.string, "\(Array(specimen.data))", "\(specimen.uuid)", "\(specimen.shape)",
      "\(specimen.words)",
    ]
  }

  @Test func ofSeveralClassesComeInAnyOrder() throws {
    let context = ModelContext(
      try ModelContainer(
        for: DogsBelow.Owner.self, DogsBelow.Animal.self, DogsBelow.Dog.self,
        configurations: .temporary))
    for number in 0..<200 {
      context.insert(DogsBelow.Animal("animal \(number)"))
      context.insert(DogsBelow.Dog("dog \(number)", number))
    }
    try context.save()
    let fresh = ModelContext(context.container)
    #expect(try fresh.fetchCount(FetchDescriptor<DogsBelow.Animal>()) == 400)
    #expect(try fresh.all(DogsBelow.Dog.self).map(\.years) == Array(0..<200))
    // Others come behind them in the same save, and what is changed is what was inserted.
    for dog in try fresh.all(DogsBelow.Dog.self) { dog.years += 1 }
    for number in 0..<50 { fresh.insert(DogsBelow.Dog("late \(number)", number)) }
    try fresh.save()
    #expect(
      try ModelContext(context.container).all(DogsBelow.Dog.self).map(\.years)
        == Array(1...200) + Array(0..<50))
  }
}
