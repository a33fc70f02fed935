import Foundation
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// Nothing that a store lacks ends the process.
@Suite struct StandIns {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: [Dues.Bill.self, Dues.Payer.self], configuration: ModelConfiguration(url: folder.file()))
    context = ModelContext(container)
    for number in 0..<6 {
      let bill = Dues.Bill(Dues.Payer("p\(number)"), number)
      context.insert(bill)
    }
    try context.save()
  }

  /// Another program deletes rows, and minds no rules.
  private func delete(_ condition: String, of table: String) throws {
    try Connection(path: folder.file().path).execute(
      "DELETE FROM \(table) WHERE \(condition)")
  }

  private func check(_ payer: Dues.Payer) {
    #expect(payer.name == "" && payer.seal == nil)
    #expect(payer.kind == .wax && payer.signs == [])
    #expect(payer.tags == [])
    #expect(payer.crest.lines == 7)
    #expect(payer.level == .low)
    #expect(payer.page == URL(string: "about:blank"))
  }

  @Test func haveAValueForEachProperty() throws {
    try delete("true", of: "Payer")
    let bill = try #require(try ModelContext(container).fetch(FetchDescriptor<Dues.Bill>()).first)
    check(bill.payer)
  }

  @Test func takeThePlaceOfAnObjectThatIsGone() throws {
    let payer = try #require(try context.fetch(FetchDescriptor<Dues.Payer>()).first)
    let identifier = payer.persistentModelID
    try delete("true", of: "Payer")
    let other = ModelContext(container)
    let found = try #require(other.model(for: identifier) as? Dues.Payer)
    #expect(found.modelContext == nil)
    check(found)
  }

  @Test func areOfNoClassWhereNobodyKnowsIt() throws {
    let text = #"{"entityName": "Nobody", "key": 1}"#
    let identifier = try JSONDecoder().decode(
      PersistentIdentifier.self, from: Data(text.utf8))
    let found = context.model(for: identifier)
    #expect(!(found is Dues.Bill) && !(found is Dues.Payer))
    #expect(found.modelContext == nil)
  }

  @Test(arguments: [1, 2, 4]) func fillBatchesWhoseFirstRowIsGone(_ size: Int) throws {
    var descriptor = FetchDescriptor<Dues.Bill>(sortBy: [SortDescriptor(\.number)])
    descriptor.includePendingChanges = false
    let other = ModelContext(container)
    let bills = try other.fetch(descriptor, batchSize: size)
    try delete("number IN (0, 2, 3)", of: "Bill")
    #expect(bills.count == 6)
    #expect(bills.map(\.number).suffix(2) == [4, 5])
    #expect(Set(bills.map(\.persistentModelID)).count == 6)
    #expect(bills.map { $0.modelContext == nil } == [true, false, true, true, false, false])
    #expect(bills[2] === bills[2])
    let later = try ModelContext(container).fetch(descriptor, batchSize: size)
    #expect(later.map(\.number) == [1, 4, 5])
    try delete("true", of: "Bill")
    #expect(bills.count == 6 && bills.allSatisfy { $0.number >= 0 })
    #expect(Set(bills.map(\.persistentModelID)).count == 6)
    #expect(try other.fetch(descriptor, batchSize: size).isEmpty)
  }

  @Test func areNotNeededToSort() throws {
    let sorted = FetchDescriptor<Dues.Payer>(
      sortBy: [SortDescriptor(\.isLate), SortDescriptor(\.level, order: .reverse)])
    #expect(try context.fetchCount(sorted) == 6)
  }

  @Test func areWhatBackingDataBeginsWith() throws {
    let data = Dues.Payer.createBackingData()
    #expect(data.getValue(forKey: \.tags) == [])
    #expect(data.getValue(forKey: \.crest).lines == 7)
    data.setValue(forKey: \.name, to: "new")
    let payer = Dues.Payer(backingData: data)
    #expect(payer.name == "new" && payer.level == .low)
  }

  @Test func endTheProcessWhereATypeOfTheProgramHasNoValue() async {
    await #expect(processExitsWith: .failure) {
      let context = ModelContext(
        try ModelContainer(
          for: [Dues.Scale.self], configuration: .temporary))
      let identifier = try JSONDecoder().decode(
        PersistentIdentifier.self, from: Data(#"{"entityName": "Scale", "key": 1}"#.utf8))
      let scale = context.model(for: identifier) as? Dues.Scale
      // Up to here nothing is missing.
      print(scale?.weight.grams ?? 0)
    }
  }
}

/// What is owed, by whom.
private enum Dues {
  @Model final class Bill {
    var number: Int
    var payer: Payer
    init(_ payer: Payer, _ number: Int) {
      self.number = number
      self.payer = payer
    }
  }

  @Model final class Payer {
    var name: String
    var isLate = false
    var level = Level.low
    var page: URL
    var seal: Seal?
    var kind: Kind
    var signs: Signs
    var weight: Weight
    var crest: Crest = Crest(lines: 7)
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var tags: [String]
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var shield: NSString
    init(_ name: String) {
      self.name = name
      page = URL(fileURLWithPath: "/")
      seal = Seal(text: "s")
      kind = .lead
      signs = .broken
      weight = Weight(grams: 3)
      tags = ["a"]
      shield = "s"
    }
  }

  enum Level: Int, Codable { case low = 4, high = 9 }

  struct Signs: OptionSet, Codable {
    let rawValue: Int
    static let broken = Signs(rawValue: 1)
  }

  enum Kind: String, Codable { case wax = "w", lead = "l" }

  struct Seal: Codable, Equatable { var text: String }

  /// A value that may not be zero.
  struct Weight: Codable {
    var grams: Int
    init(grams: Int) { self.grams = grams }
    init(from decoder: any Decoder) throws {
      grams = try decoder.singleValueContainer().decode(Int.self)
      guard grams > 0 else { throw WeightError() }
    }
    func encode(to encoder: any Encoder) throws { try grams.encode(to: encoder) }
    struct WeightError: Error {}
  }

  /// A value that is never plain.
  struct Crest: Codable {
    var lines: Int
    init(lines: Int) { self.lines = lines }
    init(from decoder: any Decoder) throws {
      lines = try decoder.singleValueContainer().decode(Int.self)
      guard lines > 5 else { throw Weight.WeightError() }
    }
    func encode(to encoder: any Encoder) throws { try lines.encode(to: encoder) }
  }

  @Model final class Scale {
    var weight: Weight
    init(_ weight: Weight) { self.weight = weight }
  }
}
