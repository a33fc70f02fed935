import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@Suite struct CompositeMigrations {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func context(_ type: any PersistentModel.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: type, configurations: ModelConfiguration(url: folder.file())))
  }

  private func ticket(_ number: Int) -> FaresJSON.Ticket {
    .init(
      id: UUID(), at: Date(), link: URL(fileURLWithPath: "/a b/\(number)"),
      data: Data([0, 255, UInt8(number % 256)]),
      exact: Decimal(string: "12345678901234567890.\(number)1") ?? 0,
      rough: 0.1 * Float(number), large: .max - UInt64(number), isUsed: number % 2 == 0,
      notes: ["\"", "ü\n\(number)"],
      money: number % 3 == 0 ? nil : .init(amount: -number, currency: number % 2 == 0 ? nil : "€"),
      factor: 0.1 + Double(number))
  }

  private static let fares: [FaresJSON.Fare] = [
    .free, .single(price: 3), .pair(1.5, nil), .pair(.infinity, .init(amount: 1, currency: "x")),
    .until(Date(timeIntervalSinceReferenceDate: 785_505_442.123_456)),
  ]

  private func fill(_ count: Int = 5) throws {
    let context = try context(FaresJSON.Ride.self)
    for number in 0..<count {
      let ride = FaresJSON.Ride(
        "\(number)", Self.fares[number % Self.fares.count], ticket(number))
      ride.back = number % 5 == 0 ? nil : ride.fare
      context.insert(ride)
    }
    try context.save()
  }

  private func rides() throws -> [FaresJSON.Ride] {
    try context(FaresJSON.Ride.self).fetch(
      FetchDescriptor<FaresJSON.Ride>(sortBy: [SortDescriptor(\.name)]))
  }

  private func texts() throws -> ColumnValue {
    try Connection(path: folder.file().path).value(
      "SELECT group_concat(fare || coalesce(back, '-') || ticket, char(10)) FROM Ride")
  }

  @Test func bringJSONIntoColumnsAndBackWithNothingLost() throws {
    try fill()
    let before = try rides()
    let old = try texts()
    do {
      let context = try context(FaresColumns.Ride.self)
      let found = try context.fetch(
        FetchDescriptor<FaresColumns.Ride>(sortBy: [SortDescriptor(\.name)]))
      #expect(found.map { "\($0.fare)" } == before.map { "\($0.fare)" }.map(renamed))
      #expect(found[4].back == found[4].fare && found[0].back == nil)
      #expect(found.map(\.ticket.exact) == before.map(\.ticket.exact))
      #expect(
        try context.fetchCount(FetchDescriptor(predicate: \FaresColumns.Ride.fare.price == 3)) == 1)
      let columns = try Connection(path: folder.file().path).value(
        "SELECT group_concat(name) FROM pragma_table_info('Ride') WHERE name IN ('fare', 'ticket')")
      #expect(columns == .null)
    }
    let after = try rides()
    #expect(after.map(\.fare) == before.map(\.fare) && after.map(\.back) == before.map(\.back))
    #expect(after.map(\.ticket) == before.map(\.ticket))
    #expect(try texts() == old)
  }

  private func renamed(_ text: String) -> String {
    text.replacing("FaresJSON", with: "FaresColumns")
  }

  @Test func takeManyRows() throws {
    try fill(3000)
    let before = try texts()
    _ = try context(FaresColumns.Ride.self)
    _ = try context(FaresJSON.Ride.self)
    #expect(try texts() == before)
  }

  @Test func changeMembers() throws {
    try fill()
    let before = try rides()
    _ = try context(FaresColumns.Ride.self)
    let found = try context(FaresChanged.Ride.self).fetch(
      FetchDescriptor<FaresChanged.Ride>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.ticket.moment) == before.map(\.ticket.at))
    #expect(found.map(\.ticket.class_) == [2, 2, 2, 2, 2])
    #expect(Set(found.map(\.ticket.serial)).count == 5)
    #expect(found.allSatisfy { $0.ticket.remark == nil })
    #expect(found[3].fare == .pair(.infinity, .init(amount: 1, currency: "x")))
  }

  /// Expects that a store isn't opened, says why, and is as it was.
  private func expectRefusal(
    of type: any PersistentModel.Type, _ parts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try Data(contentsOf: folder.file())
    #expect(sourceLocation: location) {
      _ = try context(type)
    } throws: { error in
      parts.allSatisfy { "\(error)".contains($0) }
    }
    #expect(try Data(contentsOf: folder.file()) == before, sourceLocation: location)
  }

  @Test func nameTheObjectWhoseDocumentIsBroken() throws {
    try fill()
    let connection = try Connection(path: folder.file().path)
    try connection.execute(
      "UPDATE Ride SET fare = '{\"single\":{\"price\":\"x\"}}' WHERE name = '2'")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try expectRefusal(of: FaresColumns.Ride.self, "Ride.fare", "object 3", "price")
    let reason = #"is no valid"#
    try expectRefusal(of: FaresColumns.Ride.self, reason)
  }

  @Test func refuseWhatWouldBeLost() throws {
    try fill()
    try expectRefusal(of: FaresNotCodable.Ride.self, "Ride.fare", "Codable")
    _ = try context(FaresColumns.Ride.self)
    let connection = try Connection(path: folder.file().path)
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try expectRefusal(of: FaresOtherKeys.Ride.self, "Ride.fare", "object 1", "other keys")
    try expectRefusal(of: FaresRefused.Ride.self, "Ride.ticket.owner", "5 objects")
  }

  @Test func keepRandomValues() throws {
    var random = SeededGenerator()
    do {
      let context = try context(FaresJSON.Ride.self)
      for number in 0..<200 {
        let fare: FaresJSON.Fare =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: .free
          case 1: .single(price: Int.random(in: .min ... .max, using: &random))
          case 2:
            .pair(
              Double.random(in: -1e9...1e9, using: &random),
              random.chance(1, in: 2)
                ? nil : .init(amount: number, currency: random.text(of: "aé\"\\\n🎈", upTo: 4)))
          default:
            .until(Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random)))
          }
        let ride = FaresJSON.Ride(String(1000 + number), fare, ticket(number))
        ride.ticket.factor = Double(
          bitPattern: UInt64.random(in: 0..<(0x7FE << 52), using: &random))
        ride.ticket.large = random.next()
        ride.back = random.chance(1, in: 3) ? nil : fare
        context.insert(ride)
      }
      try context.save()
    }
    let before = try rides().map { "\($0.fare) \(String(describing: $0.back)) \($0.ticket)" }
    _ = try context(FaresColumns.Ride.self)
    let after = try rides().map { "\($0.fare) \(String(describing: $0.back)) \($0.ticket)" }
    #expect(before == after)
  }
}
