import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

@Suite struct ImportKeys {
  /// Imports values twice: the second time each finds its object.
  private func areFoundAgain<Value>(
    _ values: [Value], _ key: ImportKey<Value, Token>,
    _ set: @escaping (Token, Value) -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Token.self, configurations: ModelConfiguration(url: folder.store()))
    for word in ["inserted", "unchanged"] {
      // More than one chunk, and a part of one.
      let options = ImportOptions(chunkSize: 3)
      let result = try container.import(values, key: key, options: options) { value, token in
        guard token == nil else { return .update }
        let new = Token()
        set(new, value)
        return .insert(new)
      }
      #expect(result.outcomes.map(\.word) == values.map { _ in word }, "\(result.failures)")
    }
  }

  @Test func mayBeTexts() throws {
    let texts = [
      "", "a", "A", "O'Neil", "a\"b", "a\\b", "a\nb\t", "\u{1}", "nul", "🚢",
      "\u{e9}", "e\u{301}", "null", "1", "[1]", String(repeating: "x", count: 10_000),
    ]
    try areFoundAgain(texts, ImportKey(\.text, from: { $0 })) { $0.text = $1 }
  }

  @Test func mayBeTextsWithZeroCharacters() throws {
    try areFoundAgain(["nul\0", "nul\0x", "nul", "\0"], ImportKey(\.text, from: { $0 })) {
      $0.text = $1
    }
  }

  @Test func mayBeNumbers() throws {
    try areFoundAgain(
      [0, -1, 5, Int.max, Int.min], ImportKey(\.number, from: { $0 })
    ) { $0.number = $1 }
    try areFoundAgain(
      [UInt64.max, 0, 1 << 63], ImportKey(\.unsigned, from: { $0 })
    ) { $0.unsigned = $1 }
    try areFoundAgain(
      [0.1, -0.1, 1, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 1.0.nextUp],
      ImportKey(\.real, from: { $0 })
    ) { $0.real = $1 }
    try areFoundAgain(
      ["0.1", "-7", "12345678901234567890.123"].compactMap { Decimal(string: $0) },
      ImportKey(\.decimal, from: { $0 })
    ) { $0.decimal = $1 }
  }

  @Test func mayBeOtherValues() throws {
    try areFoundAgain(
      [UUID(), UUID(), UUID(), UUID()], ImportKey(\.uuid, from: { $0 })
    ) { $0.uuid = $1 }
    try areFoundAgain(
      [Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSince1970: -3)],
      ImportKey(\.date, from: { $0 })
    ) { $0.date = $1 }
    try areFoundAgain(
      [Data(), Data([0, 255]), Data("x".utf8)], ImportKey(\.bytes, from: { $0 })
    ) { $0.bytes = $1 }
    try areFoundAgain([Metal.gold, .tin], ImportKey(\.metal, from: { $0 })) { $0.metal = $1 }
    try areFoundAgain([Metal.gold, .tin], ImportKey(\.rawMetal, from: \.rawValue)) {
      $0.rawMetal = $1.rawValue
    }
  }

  @Test func mayBeGroupsInAnyOrder() throws {
    let atlas = try Atlas()
    let keys: [ImportKey<(String, Int), Rate>] = [
      ImportKey(\.article, from: { $0.0 }).and(\.day, from: { $0.1 }),
      ImportKey(\.day, from: { $0.1 }).and(\.article, from: { $0.0 }),
    ]
    let items = [("a", 1), ("a", 2), ("b\"", 1), ("1", 1), ("", 11)]
    for (key, word) in zip(keys, ["inserted", "updated"]) {
      let result = try atlas.container.import(items, key: key) { item, rate in
        let found = rate ?? Rate(item.0, item.1)
        #expect(found.article == item.0 && found.day == item.1)
        found.amount += 1
        return rate == nil ? .insert(found) : .update
      }
      #expect(result.outcomes.map(\.word) == items.map { _ in word })
    }
  }

  @Test func mayHaveRelationships() throws {
    let atlas = try Atlas()
    let context = atlas.context
    let countries = ["Peru", "Chad"].map { Country($0) }
    context.insert(contentsOf: countries)
    for country in countries {
      let rate = Rate(country.name, 1)
      rate.country = country
      context.insert(rate)
    }
    try context.save()
    let identifiers = countries.map(\.typedObjectID)
    let key = ImportKey<TypedObjectID<Country>?, Rate>(\.country, from: { $0 }).and(\.day) { _ in 1
    }
    let result = try atlas.container.import([identifiers[1], nil, identifiers[0]], key: key) {
      _, rate in
      rate?.amount = 5
      return .update
    }
    #expect(result.outcomes.map(\.word) == ["updated", "failed", "updated"])
    #expect(result.identifiers.map { "\($0)" } == ["Rate/2", "Rate/1"])
    // One that names no object of this store finds none, and says so.
    let other = TypedObjectID(Country("Oman"))
    let failed = try atlas.container.import([other], key: key) { _, _ in .update }
    guard case .unusableIdentifier(let property, _)? = failed.failures.first?.reason as? ImportError
    else { throw Refusal() }
    #expect(property == "\\Rate.country")
  }

  @Test func haveToBeUnique() throws {
    let atlas = try Atlas()
    func error<Model>(_ key: ImportKey<String, Model>) -> ImportError? {
      let stopped = #expect(throws: ImportStopped<Model>.self) {
        try atlas.container.import(["a"], key: key) { _, _ in .nothing }
      }
      return stopped?.reason as? ImportError
    }
    #expect(
      error(ImportKey<String, Place>(\.name, from: { $0 }))
        == .keyIsNotUnique(entity: "Place", properties: ["name"]))
    #expect(
      error(ImportKey<String, Rate>(\.article, from: { $0 }))
        == .keyIsNotUnique(entity: "Rate", properties: ["article"]))
    #expect(
      error(ImportKey<String, Place>(\.name.count, from: \.count))
        == .unknownKeyProperty("\\Place.name.<Int>"))
    let stopped = #expect(throws: ImportStopped<Token>.self) {
      try atlas.container.import(["a"], key: ImportKey<String, Token>.none) { _, _ in .nothing }
    }
    #expect(stopped?.reason as? StackError == .unknownModel("Token"))
  }

  @Test func withoutAValueMakeTheItemFail() throws {
    let atlas = try Atlas()
    let key = ImportKey<String?, Place>(\.label, from: { $0 })
    let result = try atlas.container.import(["a", nil, "b"], key: key) { label, place in
      let place = Place(label ?? "?")
      place.label = label
      return .insert(place)
    }
    #expect(result.outcomes.map(\.word) == ["inserted", "failed", "inserted"])
    #expect(result.failures.first?.index == 1 && result.failures.first?.key == nil)
    #expect(result.failures.first?.reason as? ImportError == .keyWithoutValue(property: "label"))
  }
}

enum Metal: String, Codable { case gold, tin }

@Model final class Token {
  @Attribute(.unique) var text: String?
  @Attribute(.unique) var number: Int?
  @Attribute(.unique) var unsigned: UInt64?
  @Attribute(.unique) var real: Double?
  @Attribute(.unique) var decimal: Decimal?
  @Attribute(.unique) var uuid: UUID?
  @Attribute(.unique) var date: Date?
  @Attribute(.unique) var bytes: Data?
  @Attribute(.unique) var metal: Metal?
  @Attribute(.unique) var rawMetal: String?

  init() {}
}
