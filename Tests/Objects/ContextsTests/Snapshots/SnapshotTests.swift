import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct Snapshots {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [
          Crossing.self, PortCall.self, Ferry.self, LandingStage.self, MooringBuoy.self, Deck.self,
          Sprig.self,
        ],
        configuration: .temporary))
  }

  private func crossing() throws -> Crossing {
    let crossing = Crossing("North")
    context.insert(crossing)
    crossing.miles = 0.1
    crossing.cost = Decimal(string: "12.30") ?? 0
    crossing.kind = .grand
    crossing.price = SnapshotPrice(cents: 3, currency: "EUR")
    crossing.tags = ["a", "b"]
    crossing.picture = Data([1, 2])
    crossing.calls = [PortCall("Ely", hours: 1), PortCall("Rye", hours: 2)]
    crossing.ferry = Ferry("Ann")
    crossing.stages = [LandingStage("A", depth: 1), LandingStage("B", depth: 2)]
    crossing.home = crossing.stages[1]
    crossing.hide("known")
    crossing.cache = 5
    try context.save()
    return crossing
  }

  @Test func haveTheValuesAndComeBackFromJSON() throws {
    let crossing = try crossing()
    let snapshot = try crossing.snapshot
    #expect(snapshot.name == "North" && snapshot.kind == .grand)
    #expect(snapshot.calls == [.init(town: "Ely", hours: 1), .init(town: "Rye", hours: 2)])
    #expect(snapshot.ferry?.name == "Ann")
    #expect(snapshot.stages == crossing.stages.map(\.typedObjectID))
    #expect(snapshot.home == crossing.home?.typedObjectID)
    let json = try JSONEncoder().encode(snapshot)
    #expect(try JSONDecoder().decode(Crossing.Snapshot.self, from: json) == snapshot)
    let text = String(decoding: json, as: UTF8.self)
    #expect(!text.contains("known") && !text.contains("cache") && text.contains(#""end":null"#))
    #expect(try crossing.stages[0].snapshot == LandingStage.Snapshot(name: "A"))
  }

  @Test func areEncodedAsTheEncoderSays() throws {
    let snapshot = try crossing().snapshot
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(snapshot), as: UTF8.self)
    #expect(text.contains(#""begin":"2001-01-01T00:00:00Z""#))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(Crossing.Snapshot.self, from: Data(text.utf8)) == snapshot)
  }

  @Test func applyOnlyWhatDiffers() throws {
    let crossing = try crossing()
    let calls = crossing.calls
    var snapshot = try crossing.snapshot
    try crossing.apply(snapshot)
    #expect(!context.hasChanges)
    snapshot.miles = 9
    snapshot.calls[1].hours = 5
    snapshot.calls.removeFirst()
    snapshot.calls.append(.init(town: "Ayr", hours: 4))
    snapshot.ferry?.tons = 8
    snapshot.stages.removeFirst()
    snapshot.home = nil
    try crossing.apply(snapshot)
    #expect(try crossing.snapshot == snapshot)
    #expect(crossing.home == nil && crossing.stages.map(\.name) == ["B"])
    #expect(crossing.ferry?.tons == 8)
    try context.save()
    // Those that left were the crossing's own.
    #expect(calls.allSatisfy { $0.modelContext == nil })
    #expect(try context.fetchCount(FetchDescriptor<PortCall>()) == 2)
    let other = ModelContext(context.container)
    #expect(try other.fetch(FetchDescriptor<Crossing>()).first?.snapshot == snapshot)
  }

  @Test func keepMembersThatMatch() throws {
    let crossing = try crossing()
    let second = crossing.calls[1]
    var snapshot = try crossing.snapshot
    snapshot.calls.swapAt(0, 1)
    snapshot.stages.swapAt(0, 1)
    try crossing.apply(snapshot)
    // A relationship has no order.
    #expect(!context.hasChanges)
    snapshot.calls[1].hours = 9
    try crossing.apply(snapshot)
    #expect(crossing.calls[0] === second && crossing.calls.count == 2)
    snapshot.ferry = nil
    try crossing.apply(snapshot)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Ferry>()) == 0)
  }

  @Test func makeObjects() throws {
    var snapshot = try crossing().snapshot
    snapshot.code = UUID()
    snapshot.ferry?.name = "Eve"
    let copy = try Crossing(snapshot, in: context)
    #expect(try copy.snapshot == snapshot)
    #expect(copy.description == "North none")
    try context.save()
    let other = ModelContext(context.container)
    let code = snapshot.code
    let found = try other.fetch(
      FetchDescriptor<Crossing>(predicate: #Predicate { $0.code == code }))
    #expect(try found.map { try $0.snapshot } == [snapshot])
    #expect(try other.fetchCount(FetchDescriptor<PortCall>()) == 4)
  }

  @Test func makeObjectsWithRequiredOnes() throws {
    let deck = try Deck(.init(name: "sun", ferry: .init(name: "Ann")), in: context)
    try context.save()
    try deck.apply(.init(name: "sun", ferry: .init(name: "Ann", tons: 4)))
    try context.save()
    let ferries = try ModelContext(context.container).fetch(FetchDescriptor<Ferry>())
    #expect(ferries.map(\.tons) == [4])
  }

  @Test func changeNothingIfAnObjectIsMissing() throws {
    let crossing = try crossing()
    let gone = LandingStage("C", depth: 3)
    context.insert(gone)
    try context.save()
    var snapshot = try crossing.snapshot
    snapshot.name = "South"
    snapshot.stages.append(gone.typedObjectID)
    let id = gone.persistentModelID
    context.delete(gone)
    try context.save()
    #expect(throws: StackError.notFound(id)) { try crossing.apply(snapshot) }
    #expect(throws: StackError.notFound(id)) { try Crossing(snapshot, in: context) }
    #expect(!context.hasChanges)
    let loose = Crossing("Loose")
    #expect(throws: SnapshotError.noContext(model: "Crossing", member: "stages")) {
      try loose.apply(snapshot)
    }
  }

  @Test func refuseAnotherValueOfAConstant() throws {
    let buoy = MooringBuoy(3)
    context.insert(buoy)
    try context.save()
    let snapshot = try buoy.snapshot.updated(from: Data(#"{"number": 4, "color": "blue"}"#.utf8))
    #expect(throws: SnapshotError.constant(model: "MooringBuoy", member: "number")) {
      try buoy.apply(snapshot)
    }
    #expect(!context.hasChanges)
    try buoy.apply(.init(number: 3, color: "green"))
    #expect(buoy.color == "green")
  }

  @Test func ofATreeAreATree() throws {
    let root = Sprig("root")
    context.insert(root)
    root.sprigs = [Sprig("a"), Sprig("b")]
    root.sprigs[0].sprigs = [Sprig("c")]
    let snapshot = try root.snapshot
    #expect(snapshot.sprigs[0].sprigs == [.init(name: "c")])
    #expect(try Sprig(snapshot, in: context).snapshot == snapshot)
    let inner = root.sprigs[0].sprigs[0]
    inner.sprigs = [root]
    #expect(throws: SnapshotError.tooDeep(model: "Sprig")) { try root.snapshot }
  }

  @Test func takeMissingMembersFromInitialValues() throws {
    let text = """
      {"code": "00000000-0000-0000-0000-000000000000", "name": "n", "begin": 0,
      "place": {"town": "Ely", "height": 3}}
      """
    let snapshot = try JSONDecoder().decode(Crossing.Snapshot.self, from: Data(text.utf8))
    #expect(snapshot.miles == 12.5 && snapshot.kind == .plain && snapshot.end == nil)
    #expect(snapshot.flag == "blue")
    let without = try snapshot.updated(from: Data(#"{"flag": null}"#.utf8))
    #expect(without.flag == nil)
    #expect(try without.updated(from: Data("{}".utf8)).flag == nil)
    #expect(snapshot.tags == [] && snapshot.calls == [] && snapshot.ferry == nil)
  }

  @Test(arguments: [
    (#"{"town": "Ely"}"#, SnapshotError.missingMember(model: "PortCall", path: "hours")),
    (
      #"{"town": "Ely", "hours": 1, "hour": 2, "day": 1}"#,
      .unknownMember(model: "PortCall", path: "day")
    ),
  ])
  func refuseOtherMembers(_ text: String, _ error: SnapshotError) throws {
    #expect(throws: error) {
      try JSONDecoder().decode(PortCall.Snapshot.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [
    (#"{"calls": [{"town": "Ely", "hours": 1}, {"town": 3, "hours": 1}]}"#, "calls[1].town"),
    (#"{"miles": "far"}"#, "miles"), (#"{"name": null}"#, "name"),
    (#"{"kind": "small"}"#, "kind"), (#"{"place": {"town": 1}}"#, "place.town"),
    (#"{"stages": 1}"#, "stages"),
  ])
  func tellThePathOfAValue(_ text: String, _ path: String) throws {
    let snapshot = try crossing().snapshot
    let error = #expect(throws: SnapshotError.self) {
      try snapshot.updated(from: Data(text.utf8))
    }
    guard case .invalidMember(_, path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func tellThePathOfANestedMember() throws {
    let snapshot = try crossing().snapshot
    let text = #"{"calls": [{"town": "Ely", "hours": 1, "days": 1}]}"#
    #expect(throws: SnapshotError.unknownMember(model: "PortCall", path: "calls[0].days")) {
      try snapshot.updated(from: Data(text.utf8))
    }
  }

  @Test func takeSomeMembers() throws {
    let crossing = try crossing()
    let snapshot = try crossing.snapshot
    let updated = try snapshot.updated(from: Data(#"{"name": "South", "price": null}"#.utf8))
    var expected = snapshot
    expected.name = "South"
    expected.price = nil
    #expect(updated == expected)
  }

  /// Texts with one value, name or character changed are decoded, or a typed error.
  @Test func neverEndTheProcess() throws {
    var random = SeededGenerator()
    let json = try JSONEncoder().encode(try crossing().snapshot)
    let parts = [
      "null", "1e999", "-1", "\"\\u0000\"", "[]", "{}", "[[[[]]]]", "true", "1e-400", "\"\"",
      "99999999999999999999", "{\"town\":{}}", "\"x\"",
    ].map { Array($0.utf8) }
    var decoded = 0
    for _ in 0..<3000 {
      var bytes = Array(json)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: parts.randomElement(using: &random) ?? [], at: index)
        default:
          // A whole value.
          guard let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")),
            let end = bytes[colon...].firstIndex(where: { [44, 93, 125].contains($0) })
          else { continue }
          bytes.replaceSubrange(
            (colon + 1)..<end, with: parts.randomElement(using: &random) ?? [])
        }
      }
      do {
        _ = try JSONDecoder().decode(Crossing.Snapshot.self, from: Data(bytes))
        decoded += 1
      } catch {
        #expect(error is SnapshotError || error is DecodingError, "\(error)")
      }
    }
    #expect(decoded > 0 && decoded < 3000)
  }
}
