import SwiftData
import Testing

/// A model that no version declares. All versions list it.
@Model private final class Shelf {
  var name: String
  init(name: String) { self.name = name }
}

private enum LibraryV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self, Reader.self] }

  @Model final class Book {
    var title: String
    init(title: String) { self.title = title }
  }

  @Model final class Reader {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum LibraryV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self, Reader.self] }

  typealias Reader = LibraryV1.Reader

  @Model final class Book {
    var title: String
    var pages: Int?
    init(title: String) { self.title = title }
  }
}

private enum LibraryV3: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  static var models: [any PersistentModel.Type] { [Book.self, Shelf.self, Reader.self] }

  typealias Book = LibraryV2.Book

  @Model final class Reader {
    var name: String
    var card: Int?
    init(name: String) { self.name = name }
  }
}

private typealias Book = LibraryV3.Book
private typealias Reader = LibraryV3.Reader

private enum LibraryPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] {
    [LibraryV1.self, LibraryV2.self, LibraryV3.self]
  }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: LibraryV1.self, toVersion: LibraryV2.self,
        willMigrate: { context in
          for shelf in try context.fetch(FetchDescriptor<Shelf>()) { shelf.name += "!" }
          try context.save()
        },
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<LibraryV2.Book>()) { book.pages = 7 }
          try context.save()
        }),
      .lightweight(fromVersion: LibraryV2.self, toVersion: LibraryV3.self),
    ]
  }
}

private enum BackwardPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [LibraryV1.self] }
  static var stages: [MigrationStage] { [] }
}

@Suite struct SharedModelTests {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  private func fill(
    _ version: any VersionedSchema.Type, _ models: [any PersistentModel]
  ) throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: version), configurations: file.configuration)
    let context = ModelContext(container)
    for model in models { context.insert(model) }
    try context.save()
  }

  @Test func versionsShareModelsThatHaveNotChanged() throws {
    try fill(
      LibraryV1.self,
      [LibraryV1.Book(title: "Emma"), Shelf(name: "A"), LibraryV1.Reader(name: "Ann")])
    let container = try ModelContainer(
      for: Book.self, Shelf.self, Reader.self, migrationPlan: LibraryPlan.self,
      configurations: file.configuration)
    let context = ModelContext(container)
    let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    #expect(book.title == "Emma" && book.pages == 7)
    #expect(try context.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["A!"])
    let reader = try #require(try context.fetch(FetchDescriptor<Reader>()).first)
    #expect(reader.name == "Ann" && reader.card == nil)
  }

  @Test func aStoreOfALaterVersionIsABackwardMigration() throws {
    try fill(LibraryV2.self, [LibraryV2.Book(title: "Emma")])
    let error = #expect(throws: MigrationError.self) {
      try ModelContainer(
        for: Schema(versionedSchema: LibraryV1.self), migrationPlan: BackwardPlan.self,
        configurations: file.configuration)
    }
    let matches = error.map { SwiftDataError.backwardMigration ~= $0 }
    #expect(matches == true)
    #expect("\(error as Any)".contains("add version 2.0.0 to the migration plan"))
  }
}
