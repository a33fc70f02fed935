import Foundation
import Strata
import StrataTestSupport
import Testing

enum BagsInColumns {
  enum Size: Int, Codable { case small, large }

  @Composite struct Bag: Codable, Equatable {
    var words: Set<String>
    var numbers: Set<Int>
    var counts: [Size: Int]
    var list: [Int]
  }

  @Model final class Owner {
    var name: String
    var bag: Bag
    var spare: Bag?

    init(_ name: String, _ bag: Bag, spare: Bag?) {
      self.name = name
      self.bag = bag
      self.spare = spare
    }
  }
}

enum BagsInJSON {
  struct Bag: Codable, Equatable {
    var words: Set<String>
    var numbers: Set<Int>
    var counts: [BagsInColumns.Size: Int]
    var list: [Int]
  }

  @Model final class Owner {
    var name: String
    var bag: Bag
    var spare: Bag?
    init(_ name: String, _ bag: Bag) {
      self.name = name
      self.bag = bag
    }
  }
}

/// A type that writes its list in another order, which it keeps.
enum BagsReversed {
  struct Bag: Codable, Equatable {
    var words: Set<String>
    var numbers: Set<Int>
    var counts: [BagsInColumns.Size: Int]
    var list: [Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(words, forKey: .words)
      try container.encode(numbers, forKey: .numbers)
      try container.encode(counts, forKey: .counts)
      try container.encode(Array(list.reversed()), forKey: .list)
    }
  }

  @Model final class Owner {
    var name: String
    var bag: Bag
    init(_ name: String, _ bag: Bag) {
      self.name = name
      self.bag = bag
    }
  }
}

@Suite("Composite values with sets that become JSON again")
struct CompositeSetTests {
  private let folder: TemporaryFolder
  // Neighbours that a Float can't tell apart.
  private let numbers = Set((0..<50).map { 1_000_000_000 + $0 })
  private let words = Set((0..<100).map { "word \($0)" })

  init() throws {
    folder = try TemporaryFolder()
    let context = try context(BagsInColumns.Owner.self)
    for number in 0..<5 {
      let bag = BagsInColumns.Bag(
        words: words, numbers: numbers, counts: [.small: number, .large: -1], list: [1, 2, number])
      context.insert(BagsInColumns.Owner("\(number)", bag, spare: number == 0 ? nil : bag))
    }
    try context.save()
  }

  private func context(_ type: any PersistentModel.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: type, configurations: ModelConfiguration(url: folder.file())))
  }

  @Test("A set may be written in another order")
  func sets() throws {
    let found = try context(BagsInJSON.Owner.self).fetch(
      FetchDescriptor<BagsInJSON.Owner>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.bag.words) == Array(repeating: words, count: 5))
    #expect(found.map(\.bag.numbers) == Array(repeating: numbers, count: 5))
    #expect(found.map { $0.spare?.list } == [nil] + (1..<5).map { [1, 2, $0] })
    #expect(found.map { $0.bag.counts[.small] } == [0, 1, 2, 3, 4])
  }

  @Test("A list that is written in another order is refused")
  func lists() throws {
    #expect {
      try context(BagsReversed.Owner.self)
    } throws: { error in
      "\(error)".contains("Owner.bag") && "\(error)".contains("another order")
    }
  }
}
