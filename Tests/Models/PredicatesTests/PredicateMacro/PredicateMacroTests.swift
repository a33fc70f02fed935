import StrataStoreSupport
import Strata
import Testing

/// What `#Predicate` takes though Foundation's doesn't: each predicate is asked of the store, of
/// unsaved objects, and of the objects themselves.
@Suite struct PredicateMacro {
  @Model final class Piece {
    enum Kind: String, Codable, Sendable { case small, large }

    var name: String
    var value: Int
    var kind: Kind
    var grade: Kind?
    var made: Date
    var limit: Int?
    var parent: Piece?
    @Relationship(inverse: \Piece.parent) var parts: [Piece] = []

    init(_ value: Int) {
      name = ["Ash", "birch", "Cedar", "ash tree"][value % 4]
      self.value = value
      kind = value % 3 == 0 ? .small : .large
      grade = [nil, .small, .large][value % 3]
      made = Date(timeIntervalSinceReferenceDate: Double(value))
      limit = value % 2 == 0 ? nil : value / 2
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let predicate: Predicate<Piece>
    let meaning: @Sendable (Piece) -> Bool

    var testDescription: String { name }
  }

  private static let values = [1, 4, 9]
  private static let none: Int? = nil
  private static let empty: [Int] = []
  private static let zero = 0
  private static func twice(_ value: Int) -> Int { value * 2 }

  // swift-format-ignore: NeverForceUnwrap
  private static let unlessThere = #Predicate<Piece> { none == nil || $0.value == none! }
  private static let large = #Predicate<Piece> { $0.kind == .large }

  static let cases: [Case] = [
    Case(
      name: "case of an enum", predicate: #Predicate { $0.kind == .small },
      meaning: { $0.kind == .small }),
    Case(
      name: "case by its type's name", predicate: #Predicate<Piece> { $0.kind != Piece.Kind.small },
      meaning: { $0.kind != .small }),
    Case(
      name: "case or nothing", predicate: #Predicate { $0.grade == .large || $0.grade == nil },
      meaning: { $0.grade == .large || $0.grade == nil }),
    Case(
      name: "list of cases", predicate: #Predicate { [.small].contains($0.kind) },
      meaning: { $0.kind == .small }),
    Case(
      name: "values worked out", predicate: #Predicate { $0.made < Date.now && $0.value < Int.max },
      meaning: { _ in true }),
    Case(
      name: "function of a value", predicate: #Predicate { $0.value == twice(values[1]) },
      meaning: { $0.value == 8 }),
    Case(
      name: "set on the spot", predicate: #Predicate { Set([1, 2, 3]).contains($0.value) },
      meaning: { (1...3).contains($0.value) }),
    Case(
      name: "list worked out",
      predicate: #Predicate { values.map { $0 + 1 }.contains($0.value) },
      meaning: { [2, 5, 10].contains($0.value) }),
    Case(name: "all", predicate: #Predicate<Piece> { _ in true }, meaning: { _ in true }),
    Case(
      name: "unwrapped only if it is there",
      predicate: unlessThere, meaning: { _ in true }),
    Case(
      name: "members of an optional one",
      predicate: #Predicate { $0.parent?.parts.contains { $0.value == 4 } == true },
      meaning: { $0.parent?.parts.contains { $0.value == 4 } == true }),
    Case(
      name: "text of an optional one",
      predicate: #Predicate { $0.parent?.name.contains($0.name) ?? false },
      meaning: { $0.parent?.name.contains($0.name) ?? false }),
    Case(
      name: "key path", predicate: #Predicate { $0[keyPath: \.value] == 3 },
      meaning: { $0.value == 3 }),
    Case(
      name: "guard",
      predicate: #Predicate { piece in
        guard let limit = piece.limit, piece.kind == .large else { return false }
        let least = 2
        return limit > least
      },
      meaning: { $0.kind == .large && ($0.limit ?? 0) > 2 }),
    Case(
      name: "if and let",
      predicate: #Predicate {
        if let limit = $0.limit, let parent = $0.parent {
          return limit > parent.value
        } else if $0.value == 6 {
          return true
        } else {
          return false
        }
      },
      meaning: {
        if let limit = $0.limit, let parent = $0.parent {
          limit > parent.value
        } else {
          $0.value == 6
        }
      }),
    Case(
      name: "switch over cases",
      predicate: #Predicate {
        switch $0.kind {
        case .small: $0.value > 3
        case .large: $0.value < 3
        }
      },
      meaning: { $0.kind == .small ? $0.value > 3 : $0.value < 3 }),
    Case(
      name: "switch over an optional",
      predicate: #Predicate {
        switch $0.limit {
        case nil: $0.value > 5
        case let limit?: limit == 1
        }
      },
      meaning: { $0.limit == nil ? $0.value > 5 : $0.limit == 1 }),
    Case(
      name: "beginning",
      predicate: #Predicate { $0.name.hasPrefix("as") || $0.name.hasSuffix("r") },
      meaning: { $0.name.hasPrefix("as") || $0.name.hasSuffix("r") }),
    Case(
      name: "small letters", predicate: #Predicate { $0.name.lowercased() == "ash" },
      meaning: { $0.name == "Ash" }),
    Case(
      name: "capitals", predicate: #Predicate { $0.name.uppercased() == "BIRCH" },
      meaning: { $0.name == "birch" }),
    Case(
      name: "the same but for capitals",
      predicate: #Predicate { $0.name.caseInsensitiveCompare("CEDAR") == .orderedSame },
      meaning: { $0.name == "Cedar" }),
    Case(
      name: "part of an optional one but for capitals",
      predicate: #Predicate { $0.parent?.name.localizedCaseInsensitiveContains("AS") == true },
      meaning: { ["Ash", "ash tree"].contains($0.parent?.name) }),
    Case(
      name: "the same in an optional one but for capitals",
      predicate: #Predicate { $0.parent?.name.caseInsensitiveCompare("ASH") == .orderedSame },
      meaning: { $0.parent?.name == "Ash" }),
    Case(
      name: "another predicate",
      predicate: #Predicate { large.evaluate($0) && $0.value > 3 },
      meaning: { $0.kind == .large && $0.value > 3 }),
    Case(
      name: "twelve terms",
      predicate: #Predicate { (piece: Piece) in
        piece.value > 0 && piece.value < 100 && piece.value != 7 && piece.kind == .large
          && piece.name != "x" && piece.grade != .small && piece.made < Date.now
          && piece.limit == nil && !piece.name.contains("q") && piece.value != 5
          && [2, 8].contains(piece.value) && piece.parent?.value != 50
      },
      meaning: { [2, 8].contains($0.value) }),
  ]

  /// What is held against objects alone.
  static let inMemory: [Case] = [
    Case(
      name: "element only if it is there",
      predicate: #Predicate { empty.isEmpty || $0.value == empty[0] }, meaning: { _ in true }),
    Case(
      name: "quotient only if there is one",
      predicate: #Predicate { zero == 0 || $0.value == 10 / zero }, meaning: { _ in true }),
    Case(
      name: "switch over ranges",
      predicate: #Predicate {
        switch $0.value {
        case 0...2: true
        case let value where value > 8: true
        default: false
        }
      },
      meaning: { $0.value <= 2 || $0.value > 8 }),
    Case(
      name: "multiple", predicate: #Predicate { $0.value.isMultiple(of: 4) },
      meaning: { $0.value % 4 == 0 }),
  ]

  @Test(arguments: inMemory) func meansWhatItsClosureSaysOfObjects(_ example: Case) throws {
    for piece in (0..<12).map({ Piece($0) }) {
      #expect(try example.predicate.evaluate(piece) == example.meaning(piece), "\(piece.value)")
    }
  }

  @Test func takesModelsFromOutside() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Piece.self, configurations: .temporary))
    let pieces = (0..<4).map { Piece($0) }
    for piece in pieces { context.insert(piece) }
    pieces[2].parent = pieces[0]
    pieces[3].parent = pieces[1]
    try context.save()
    let (owner, missing) = (pieces[0], nil as Piece?)
    func fetched(_ predicate: Predicate<Piece>) throws -> [Int] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.value)
    }
    #expect(try fetched(#Predicate { $0.parent == owner }) == [2])
    #expect(try fetched(#Predicate { $0.parent === owner }) == [2])
    #expect(try fetched(#Predicate { $0 != owner }) == [1, 2, 3])
    #expect(try fetched(#Predicate { $0.parent == missing }) == [0, 1])
    #expect(try fetched(#Predicate { $0.value == owner.value + 2 }) == [2])
    #expect(try fetched(#Predicate { missing == nil || $0.value == missing!.value }).count == 4)
    #expect(try fetched(#Predicate { $0.parent?.persistentModelID == owner.id }) == [2])
  }

  @Test(arguments: cases) func meansWhatItsClosureSays(_ example: Case) throws {
    let context = ModelContext(
      try ModelContainer(
        for: Piece.self, configurations: .temporary))
    let pieces = (0..<12).map { Piece($0) }
    for piece in pieces {
      context.insert(piece)
      if piece.value % 5 > 1 { piece.parent = pieces[piece.value / 2] }
    }
    let expected = pieces.filter(example.meaning)
    for piece in pieces {
      #expect(try example.predicate.evaluate(piece) == example.meaning(piece), "\(piece.value)")
    }
    let descriptor = FetchDescriptor(predicate: example.predicate)
    #expect(try context.fetch(descriptor) == expected)
    try context.save()
    #expect(try context.fetch(descriptor) == expected)
    #expect(try context.fetchCount(descriptor) == expected.count)
  }
}
