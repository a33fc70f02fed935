import StrataStoreSupport
import Strata
import Testing

private protocol Labelled: PersistentModel {
  var label: String { get }
  static var labelPath: any KeyPath<Self, String> & Sendable { get }
}

@Model private final class Phial: Labelled, Identifiable {
  var id = UUID()
  var name = ""
  var label: String
  static var labelPath: any KeyPath<Phial, String> & Sendable { \.label }

  init(_ label: String) { self.label = label }
}

@Model private final class Cupboard: Labelled {
  var text: String
  /// Stands for another property.
  var label: String { text }
  static var labelPath: any KeyPath<Cupboard, String> & Sendable { \.text }

  init(_ text: String) { self.text = text }
}

@Suite("Properties of a protocol")
struct ProtocolPropertyTests {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Phial.self, Cupboard.self,
        configurations: .temporary))
    for label in ["b", "a", "c"] {
      context.insert(Phial(label))
      context.insert(Cupboard(label))
    }
    try context.save()
  }

  @Test("Nobody knows what the class has for them, which says what to write")
  func refusal() throws {
    func labelled<T: Labelled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.label == "a" }))
    }
    func compared<T: Labelled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(predicate: \T.label == "a"))
    }
    func sorted<T: Labelled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.label)]))
    }
    func greatest<T: Labelled>(_ type: T.Type) throws -> String? {
      try context.maximum(of: \T.label)
    }
    for question in [
      { _ = try labelled(Phial.self) }, { _ = try compared(Phial.self) },
      { _ = try sorted(Phial.self) }, { _ = try greatest(Phial.self) },
      { _ = try labelled(Cupboard.self) },
    ] {
      // A sum's or a greatest value's error is Bulk's own.
      #expect {
        try question()
      } throws: {
        "\($0)".contains("KeyPath<Self, String>")
      }
    }
  }

  @Test("A key path that the protocol asks for is the class's own")
  func keyPaths() throws {
    func labelled<T: Labelled>(_ type: T.Type) throws -> [String] {
      try context.fetch(
        FetchDescriptor<T>(
          predicate: T.labelPath >= "b", sortBy: [SortDescriptor(T.labelPath, order: .reverse)])
      ).map(\.label)
    }
    #expect(try labelled(Phial.self) == ["c", "b"])
    #expect(try labelled(Cupboard.self) == ["c", "b"])
  }

  @Test("An identifier of the class's own is asked for through Identifiable")
  func identifiers() throws {
    func find<T: PersistentModel>(_ type: T.Type, _ id: T.ID) throws -> [T] where T.ID == UUID {
      try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.id == id }))
    }
    let phial = try #require(
      try context.fetch(FetchDescriptor<Phial>(predicate: #Predicate { $0.label == "b" })).first)
    #expect(try find(Phial.self, phial.id) == [phial])
    #expect(try find(Phial.self, UUID()) == [])
  }
}
