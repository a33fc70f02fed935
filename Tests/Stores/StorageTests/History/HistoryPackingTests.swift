import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataStorage

@Suite("Packed changes")
struct HistoryPackingTests {
  private let tables: [EntityTable]

  init() throws {
    let wide = try Schema.Entity(
      name: "Wide", properties: (0..<130).map { Library.attribute("p\($0)", Int?.self) })
    tables = [
      EntityTable(try Library.book()), EntityTable(try Library.person()), EntityTable(wide),
    ]
  }

  /// Random changes as they are noted, and as they are expected back: those of one entity, kind and
  /// set of properties together, in the order in which they came.
  private func randomLog(
    _ random: inout SeededGenerator
  ) -> (log: HistoryLog, expected: [HistoryEntry.Change]) {
    struct Run: Hashable {
      let entity: String
      let kind: HistoryEntry.Change.Kind
      let properties: PropertySet
    }
    var log = HistoryLog()
    var runs: [Run] = []
    var changes: [Run: [HistoryEntry.Change]] = [:]
    for _ in 0..<Int.random(in: 0..<60, using: &random) {
      let table = tables[Int.random(in: 0..<tables.count, using: &random)]
      let kind = HistoryEntry.Change.Kind.allCases[Int.random(in: 0..<3, using: &random)]
      var properties = PropertySet()
      for _ in 0..<(kind == .update ? Int.random(in: 0..<4, using: &random) : 0) {
        properties.insert(
          PropertyIndex(Int.random(in: 0..<table.entity.properties.count, using: &random)))
      }
      let edges: [Int64] = [.min, .max, 0, -1, 1]
      let key =
        random.chance(1, in: 4)
        ? edges[Int.random(in: 0..<edges.count, using: &random)]
        : Int64.random(in: 0..<100_000, using: &random)
      log.record(kind, table, key: key, properties: properties)
      let run = Run(entity: table.name, kind: kind, properties: properties)
      if changes[run] == nil { runs.append(run) }
      // A change that is recorded again at once is there once.
      if changes[run]?.last?.key == key { continue }
      changes[run, default: []].append(
        HistoryEntry.Change(
          entity: table.name, key: key, kind: kind,
          properties: properties.indices.map { table.entity.properties[$0].name }))
    }
    return (log, runs.flatMap { changes[$0] ?? [] })
  }

  @Test("Random changes come back")
  func roundTrip() throws {
    var random = SeededGenerator()
    for _ in 0..<300 {
      let (log, expected) = randomLog(&random)
      var reader = HistoryReader(log.packed())
      #expect(try reader.changes() == expected)
      #expect(log.count == expected.count)
      #expect(log.isEmpty == expected.isEmpty)
    }
  }

  @Test("A change of many objects takes little more than a byte for each")
  func size() throws {
    var log = HistoryLog()
    for key in Int64(1)...10_000 { log.record(.insert, tables[0], key: key) }
    #expect(log.packed().count < 10_030)
  }

  @Test("Packed changes that are cut off are damaged")
  func cutOff() throws {
    var random = SeededGenerator()
    for _ in 0..<100 {
      let (log, expected) = randomLog(&random)
      let data = log.packed()
      guard !expected.isEmpty else { continue }
      for length in 0..<data.count {
        var reader = HistoryReader(data.prefix(length))
        #expect(throws: HistoryReader.Damaged.self) { try reader.changes() }
      }
    }
  }

  @Test("Random bytes are read or damaged, and never more changes than bytes")
  func randomBytes() {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        // Small numbers get further.
        random.chance(3, in: 4)
          ? UInt8.random(in: 0..<6, using: &random) : UInt8.random(in: 0...255, using: &random)
      }
      if !bytes.isEmpty { bytes[0] = 1 }
      expectHarmless(Data(bytes))
    }
  }

  @Test("Changed bytes are read or damaged, and never more changes than bytes")
  func mutations() {
    var random = SeededGenerator()
    for _ in 0..<3000 {
      var bytes = Array(randomLog(&random).log.packed())
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default: bytes.replaceSubrange(place..<place, with: repeatElement(0xff, count: 10))
        }
      }
      expectHarmless(Data(bytes))
    }
  }

  private func expectHarmless(_ data: Data) {
    var reader = HistoryReader(data)
    guard let changes = try? reader.changes() else { return }
    #expect(changes.count <= data.count)
  }

  @Test("A version that isn't known is damaged")
  func version() {
    var data = HistoryLog().packed()
    data[0] = 2
    var reader = HistoryReader(data)
    #expect(throws: HistoryReader.Damaged.self) { try reader.changes() }
  }
}
