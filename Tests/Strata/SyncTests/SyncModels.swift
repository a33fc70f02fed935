import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport

@testable import StrataSync

@Model final class Folder {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .nullify, inverse: \Note.folder) var notes: [Note] = []
  var parent: Folder?
  @Relationship(deleteRule: .nullify, inverse: \Folder.parent) var children: [Folder] = []
  init(_ name: String) { self.name = name }
}

@Model class Note {
  var title: String
  var rank: Int = 0
  var price: Double?
  var picture: Data?
  var labels: [String] = []
  @Attribute(.updatedAt) var updated: Date?
  @Attribute(.ephemeral) var isSelected: Bool = false
  var folder: Folder?
  @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
  @Relationship(deleteRule: .cascade, inverse: \Remark.note) var remarks: [Remark] = []
  init(_ title: String) { self.title = title }
}

@Model final class Checklist: Note {
  var steps: [String] = []
  override init(_ title: String) { super.init(title) }
}

@Model final class Tag {
  @Attribute(.unique) var name: String
  var notes: [Note] = []
  init(_ name: String) { self.name = name }
}

@Model final class Remark {
  var text: String
  var note: Note
  init(_ text: String, of note: Note) {
    self.text = text
    self.note = note
  }
}

enum Desk {
  static let models: [any PersistentModel.Type] = [
    Folder.self, Note.self, Checklist.self, Tag.self, Remark.self,
  ]

  /// A container of a file, or of a new store in memory.
  static func container(_ store: URL? = nil) throws -> ModelContainer {
    try container(
      store.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(isStoredInMemoryOnly: true))
  }

  /// A container of a new store in the middle, which is on a server where the tests are.
  static func middle() throws -> ModelContainer { try container(.temporary) }

  private static func container(_ configuration: ModelConfiguration) throws -> ModelContainer {
    try ModelContainer(for: Schema(models + Schema.syncModels), configurations: configuration)
  }
}

extension ModelContainer {
  /// Changes objects in a context of its own, and saves.
  @discardableResult
  func edit<Result>(author: String? = nil, _ body: (ModelContext) throws -> Result) throws -> Result
  {
    let context = ModelContext(self)
    context.author = author
    let result = try body(context)
    try context.save()
    return result
  }

  func note(_ title: String, _ context: ModelContext) throws -> Note? {
    try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.title == title })).first
  }

  /// Changes the note with a title.
  func change(_ title: String, _ body: (Note, ModelContext) throws -> Void) throws {
    try edit { context in
      guard let note = try note(title, context) else { throw Missing(title: title) }
      try body(note, context)
    }
  }

  struct Missing: Error { let title: String }

  var titles: [String] {
    get throws {
      try ModelContext(self).fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.title)])).map(
        \.title)
    }
  }

  var conflicts: [SyncConflict] {
    get throws { try ModelContext(self).fetch(FetchDescriptor<SyncConflict>()) }
  }

  /// All objects by their identifiers in all stores.
  func content() async throws -> [UUID: SyncObject] {
    let schema = try SyncedSchema(self.schema)
    _ = try await SyncIdentities(container: self, schema: schema).update()
    return try await read { context in
      let pages = SyncPages(objects: SyncedObjects(context, schema), limit: 7)
      var content: [UUID: SyncObject] = [:]
      var page: String?
      repeat {
        let (changes, next) = try pages.page(page)
        for var change in changes where change.kind == .insert {
          change.links = change.links?.mapValues { $0.sorted { $0.uuidString < $1.uuidString } }
          content[change.id] = change
        }
        page = next
      } while page != nil
      return content
    }
  }
}
