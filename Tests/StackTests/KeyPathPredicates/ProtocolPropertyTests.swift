import Strata
import Testing

@testable import StrataStack

private protocol Captioned: PersistentModel {
  var caption: String { get }
}

@Model private final class Poster: Captioned {
  var text = ""
  /// Differs from the text only where there is none.
  var caption: String { text.isEmpty ? "untitled" : text }
  init() {}
}

private protocol Labelled: PersistentModel {
  var label: String { get }
  var isPinned: Bool { get }
  var rank: Int? { get }
}

@Model private final class Phial: Labelled, Identifiable {
  var id = UUID()
  var name = ""
  var label: String
  var other = true
  var isPinned = false
  var rank: Int?
  var span = StockSpan(start: 0)
  var shelf: Cupboard?

  init(_ label: String, rank: Int? = nil) {
    self.label = label
    self.rank = rank
  }
}

@Model private final class Cupboard: Labelled {
  var text: String
  var isFull = false
  var isLow = true
  @Relationship(inverse: \Phial.shelf) var flasks: [Phial] = []

  /// Stands for another property.
  var label: String { text }
  /// Works something out.
  var isPinned: Bool { isFull || isLow }
  var rank: Int? { text.count }

  init(_ text: String) { self.text = text }
}

extension Labelled {
  fileprivate static func labelled(_ label: String) -> FetchDescriptor<Self> {
    FetchDescriptor(predicate: #Predicate { $0.label == label })
  }
}

@Suite("Properties of a protocol")
struct ProtocolPropertyTests {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Phial.self, Cupboard.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    for (index, label) in ["b", "a", "c"].enumerated() {
      context.insert(Phial(label, rank: index == 0 ? nil : index))
      context.insert(Cupboard(label))
    }
    try context.save()
  }

  private func labels<T: Labelled>(_ descriptor: FetchDescriptor<T>) throws -> [String] {
    try context.fetch(descriptor).map(\.label)
  }

  private func sorted<T: Labelled>(_ type: T.Type) throws -> [String] {
    try labels(FetchDescriptor<T>(sortBy: [SortDescriptor(\.label)]))
  }

  @Test("They are asked for as the class's own")
  func predicates() throws {
    #expect(try labels(Phial.labelled("a")) == ["a"])
    func ranked<T: Labelled>(_ type: T.Type, _ least: Int) throws -> [String] {
      try labels(FetchDescriptor<T>(predicate: #Predicate { ($0.rank ?? 0) >= least }))
    }
    #expect(try ranked(Phial.self, 1) == ["a", "c"])
    func unpinned<T: Labelled>(_ type: T.Type) throws -> Int {
      try context.fetchCount(FetchDescriptor<T>(predicate: \T.isPinned == false))
    }
    #expect(try unpinned(Phial.self) == 3)
  }

  @Test("Objects are sorted by them, and they are added up")
  func sorting() throws {
    #expect(try sorted(Phial.self) == ["a", "b", "c"])
    func most<T: Labelled>(_ type: T.Type) throws -> Int? { try context.maximum(of: \T.rank) }
    #expect(try most(Phial.self) == 2)
  }

  @Test("A property that the class has under another name stands for it")
  func aliases() throws {
    #expect(try labels(Cupboard.labelled("c")) == ["c"])
    #expect(try sorted(Cupboard.self) == ["a", "b", "c"])
  }

  @Test("An identifier of the class's own is asked for through Identifiable")
  func identifiers() throws {
    func find<T: PersistentModel>(_ type: T.Type, _ id: T.ID) throws -> [T] where T.ID == UUID {
      try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.id == id }))
    }
    let flask = try #require(try context.fetch(Phial.labelled("b")).first)
    #expect(try find(Phial.self, flask.id) == [flask])
    #expect(try find(Phial.self, UUID()) == [])
  }

  @Test("What the class works out for an empty value alone is refused")
  func fallbacks() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Poster.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    func captioned<T: Captioned>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.caption == "untitled" }))
    }
    #expect(throws: PredicateTranslationError.self) { try captioned(Poster.self) }
  }

  @Test(
    "What the class works out is refused, also where it has the value of a property now and then")
  func computed() throws {
    func pinned<T: Labelled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.isPinned }))
    }
    #expect(throws: PredicateTranslationError.self) { try pinned(Cupboard.self) }
    #expect(try pinned(Phial.self) == [])
    func ranked<T: Labelled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.rank)]))
    }
    #expect(throws: PredicateTranslationError.self) { try ranked(Cupboard.self) }
  }
}
