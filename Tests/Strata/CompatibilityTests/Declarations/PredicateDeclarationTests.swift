import SwiftData
import Testing

/// Closures of `#Predicate` that are right, but seldom written.
@Suite struct PredicateDeclarationTests {
  @Model
  final class Bits {
    var number: Int
    var date = Date(timeIntervalSinceReferenceDate: 0)
    init(number: Int) { self.number = number }
  }

  /// Asks the store, and a context about objects that aren't saved.
  private func expect(_ numbers: [Int], _ predicate: Predicate<Bits>) throws {
    let file = try StoreFile()
    let context = try file.context([Bits.self])
    for number in 0..<8 { context.insert(Bits(number: number)) }
    let unsaved = try context.fetch(FetchDescriptor(predicate: predicate))
    #expect(unsaved.map(\.number).sorted() == numbers)
    try context.save()
    let other = try file.context([Bits.self])
    let stored = try other.fetch(FetchDescriptor(predicate: predicate))
    #expect(stored.map(\.number).sorted() == numbers)
  }

  @Test func aCaptureListHidesWhatIsOutside() throws {
    let limit = 2
    #expect(limit == 2)
    try expect([6, 7], #Predicate { [limit = 6] item in item.number >= limit })
    try expect([0, 1], #Predicate { [limit] item in item.number < limit })
    try expect([3], #Predicate { [n = limit + 1] in $0.number == n })
  }

  @Test func bitsOfANumberAreAskedFor() throws {
    let mask = 5
    try expect([5, 7], #Predicate { $0.number & mask == mask })
    try expect([5, 7], #Predicate { mask == (mask & $0.number) })
    try expect([0, 1, 2, 3, 4, 6], #Predicate { $0.number & mask != mask })
    try expect([1, 3, 4, 5, 6, 7], #Predicate { $0.number & mask != 0 })
    try expect([0, 2], #Predicate { $0.number & mask == 0 })
  }

  @Test func configurationsChooseStatements() throws {
    let predicate = #Predicate<Bits> { item in
      #if canImport(NoSuchModule)
      let limit = 100
      #elseif canImport(NoSuchModuleEither)
      return item.number == 1
      #else
      let limit = 6
      #endif
      return item.number > limit
    }
    try expect([7], predicate)
  }

  @Test func namesMaySayTheirModule() throws {
    let unsafe = 3
    try expect([3], #Predicate { $0.date < Foundation::Date.now && $0.number == unsafe })
  }

  @Test func valuesFromOutsideMayBeTakenApart() throws {
    let pair = (1, 4)
    let predicate = #Predicate<Bits> { item in
      let (low, high) = pair
      return item.number > low && item.number < high
    }
    try expect([2, 3], predicate)
  }
}
