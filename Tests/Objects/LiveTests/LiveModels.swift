import Foundation
import Strata
import StrataLive
import StrataStoreSupport
import StrataTestSupport

@Model @Snapshot final class Note {
  var title: String
  var rank: Int
  var isHidden: Bool = false
  var tags: [String] = []
  @Relationship(inverse: \Folder.notes) var folder: Folder?
  init(_ title: String, rank: Int = 0) {
    self.title = title
    self.rank = rank
  }
}

@Model final class Folder {
  var name: String
  var notes: [Note] = []
  init(_ name: String) { self.name = name }
}

extension Note.Snapshot: LiveValue {
  init(_ note: Note) throws { self = try note.snapshot }
}

/// A value of a note and of its folder.
struct NoteLine: LiveValue {
  let title: String
  let folder: String?

  init(_ note: Note) { (title, folder) = (note.title, note.folder?.name) }
}

struct TaggedNote: LiveValue {
  let tags: [String]
  init(_ note: Note) { tags = note.tags }
}

/// A value of a note and of what other notes of its folder have.
struct NeighbourNote: LiveValue {
  let tags: [String]
  init(_ note: Note) { tags = note.folder?.notes.flatMap(\.tags) ?? [] }
}

struct UnreadableNote: LiveValue {
  struct Unreadable: Error {}
  let title: String

  init(_ note: Note) throws {
    guard note.rank >= 0 else { throw Unreadable() }
    title = note.title
  }
}

enum Notes {
  static func container(
    _ store: URL? = nil, scopes: [ModelScope] = []
  ) throws -> ModelContainer {
    var configuration =
      store.map { ModelConfiguration(url: $0) } ?? .temporary
    configuration.scopes = scopes
    return try ModelContainer(for: Note.self, Folder.self, configurations: configuration)
  }

  /// Those that aren't hidden, by rank.
  static var shown: FetchDescriptor<Note> {
    FetchDescriptor(predicate: #Predicate { !$0.isHidden }, sortBy: [SortDescriptor(\.rank)])
  }
}

extension ModelContainer {
  /// Changes notes in a context of its own, and saves.
  func edit(_ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(self)
    try body(context)
    try context.save()
  }

  func add(_ titles: String...) throws {
    try edit { context in
      let count = try context.fetchCount(FetchDescriptor<Note>())
      for (index, title) in titles.enumerated() {
        context.insert(Note(title, rank: count + index))
      }
    }
  }

  /// Changes the note with a title.
  func change(_ title: String, _ body: (Note) -> Void) throws {
    try edit { context in
      for note in try context.fetch(
        FetchDescriptor<Note>(predicate: #Predicate { $0.title == title }))
      {
        body(note)
      }
    }
  }
}
