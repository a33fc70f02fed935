import Foundation
import Strata
import StrataImport
import StrataStack
import StrataTestSupport
import Testing

/// Authors whose names a program has as text.
@Suite struct AuthorNames {
  /// A function that asks for an author.
  enum Door: CaseIterable {
    case write
    case withContext
    case backgroundContext
    case items
    case itemsByKey
    case stream
    case streamByKey
    case containerStack
    case modelStack
    case restore

    /// Those that lead to the store of these tests: a backup is restored in a file alone.
    static var toTheStore: [Door] { allCases.filter { $0 != .restore || !TestServer.isWanted } }

    /// Saves a parcel by this door.
    func save(_ code: String, author name: String, _ depot: Depot) async throws {
      let stack = depot.stack
      switch self {
      case .write: try await stack.container.write(author: name) { $0.insert(Parcel(code)) }
      case .withContext: try await stack.withContext(author: name) { $0.insert(Parcel(code)) }
      case .backgroundContext:
        let context = try stack.backgroundContext(author: name)
        context.insert(Parcel(code))
        try context.save()
      case .items: try stack.import([ParcelRecord(code: code)], author: name)
      case .itemsByKey:
        try stack.import([code], key: Depot.key, author: name) { code, _ in .insert(Parcel(code)) }
      case .stream:
        try await stack.import(depot.stream(ParcelRecord(code: code)), author: name)
      case .streamByKey:
        try await stack.import(depot.stream(code), key: Depot.key, author: name) { code, _ in
          .insert(Parcel(code))
        }
      case .containerStack:
        // A container has one main context, whose author stays the first stack's.
        let container = try ModelContainer(
          for: Parcel.self, configurations: ModelConfiguration(url: depot.url))
        try await depot.saveInView(BasicDataStack(container, mainAuthor: name), code)
      case .modelStack:
        let configuration = ModelConfiguration(url: depot.url)
        try await depot.saveInView(
          BasicDataStack(for: [Parcel.self], configurations: configuration, mainAuthor: name), code)
      case .restore:
        let other = try await depot.backup(with: code)
        try stack.container.restore(from: other, author: name)
      }
    }
  }

  /// A store of parcels, and what brings them there.
  struct Depot {
    static var key: ImportKey<String, Parcel> { ImportKey(\.code, from: \.self) }
    let folder: TemporaryFolder
    let stack: BasicDataStack

    var url: URL { folder.store() }

    init() throws {
      folder = try TemporaryFolder()
      stack = try BasicDataStack(
        for: [Parcel.self], configurations: ModelConfiguration(url: folder.store()),
        mainAuthor: "main")
    }

    func stream<Item: Sendable>(_ item: Item) -> AsyncStream<Item> {
      AsyncStream { continuation in
        continuation.yield(item)
        continuation.finish()
      }
    }

    @MainActor func saveInView(_ stack: BasicDataStack, _ code: String) throws {
      stack.viewContext.insert(Parcel(code))
      try stack.viewContext.save()
    }

    /// Another store with the same parcels and one more.
    func backup(with code: String) async throws -> URL {
      let file = folder.store("other.store")
      let other = try ModelContainer(
        for: Parcel.self, configurations: ModelConfiguration(url: file))
      let context = ModelContext(other)
      context.insert(Parcel(code))
      try context.save()
      try await other.close()
      return file
    }

    var lastAuthor: String? {
      get throws { try ModelContext(stack.container).historyEntries().last?.author }
    }

    var codes: [String] {
      get throws { try ModelContext(stack.container).fetch(FetchDescriptor<Parcel>()).map(\.code) }
    }
  }

  @Test(arguments: Door.toTheStore)
  func areThoseOfTheSaves(door: Door) async throws {
    let depot = try Depot()
    let user = (name: "Zoë O'Brien", number: 7)
    try await door.save("a", author: user.name, depot)
    #expect(try depot.lastAuthor == "Zoë O'Brien")
    try await door.save("b", author: "user \(user.number)", depot)
    #expect(try depot.lastAuthor == "user 7")
  }

  @Test(arguments: Door.allCases, ["", " ", "a\nb", "a\r\nDELETE"])
  func areRefusedBeforeAnythingIsDone(door: Door, name: String) async throws {
    let depot = try Depot()
    let error = await #expect(throws: (any Error).self) {
      try await door.save("a", author: name, depot)
    }
    let reason = (error as? any ImportStop)?.cause ?? error
    #expect((reason as? StackError) == .invalidAuthor(name))
    #expect(try depot.codes == [])
    #expect(try ModelContext(depot.stack.container).historyEntries().isEmpty)
  }

  @Test func ofTheViewContextAreTaken() async throws {
    let depot = try Depot()
    let name = ["ma", "in"].joined()
    await #expect(throws: StackError.authorIsTaken("main")) {
      try await depot.stack.withContext(author: name) { $0.insert(Parcel("a")) }
    }
    #expect(throws: StackError.authorIsTaken("main")) {
      try depot.stack.backgroundContext(author: name)
    }
    #expect(try depot.codes == [])
  }

  @Test func mayBeNone() async throws {
    let depot = try Depot()
    let name: String? = nil
    try await depot.stack.container.write(author: name) { $0.insert(Parcel("a")) }
    try depot.stack.import([ParcelRecord(code: "b")], author: name)
    #expect(
      try ModelContext(depot.stack.container).historyEntries().map(\.author) == [nil, nil])
  }
}

@Model final class Parcel {
  @Attribute(.unique) var code: String

  init(_ code: String) { self.code = code }
}

struct ParcelRecord: Persistable {
  let code: String

  static var importKey: ImportKey<ParcelRecord, Parcel> { ImportKey(\.code, from: \.code) }

  func importAction(for parcel: Parcel?, with data: inout Void) -> ImportAction<Parcel> {
    parcel == nil ? .insert(Parcel(code)) : .nothing
  }
}

private protocol ImportStop {
  var cause: any Error { get }
}

extension ImportStopped: ImportStop {
  var cause: any Error { reason }
}
