import StrataModelSupport
import Strata
import StrataTestSupport

/// Notes whose texts are searched, in folders.
enum Searched {
  @Model final class Note {
    #Search<Note>([\.title, \.body])
    var title: String
    var body: String?
    var isPinned = false
    var folder: Folder?
    init(_ title: String, _ body: String? = nil) {
      self.title = title
      self.body = body
    }
  }

  @Model final class Folder {
    var name: String
    @Relationship(inverse: \Note.folder) var notes: [Note] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Page {
    #Search<Page>([\.text], tokenizer: .porter)
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model final class Sign {
    #Search<Sign>([\.text], tokenizer: .trigram)
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model final class Exact {
    #Search<Exact>([\.text], tokenizer: .unicode61(removeDiacritics: false))
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model class Animal {
    #Search<Animal>([\.name])
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Dog: Animal {
    var breed = ""
    override init(_ name: String) { super.init(name) }
  }

  @Model class Vehicle {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Boat: Vehicle {
    #Search<Boat>([\.name, \.harbour])
    var harbour: String
    init(_ name: String, harbour: String) {
      self.harbour = harbour
      super.init(name)
    }
  }

  static let models: [any PersistentModel.Type] = [
    Note.self, Folder.self, Page.self, Sign.self, Exact.self, Animal.self, Dog.self, Vehicle.self,
    Boat.self,
  ]
}

/// A store of notes, opened as often as a test likes.
struct NoteStore {
  let depot: Depot

  init() throws { depot = try Depot() }

  func context(allowsSave: Bool = true) throws -> ModelContext {
    ModelContext(try depot.container(Searched.models, allowsSave: allowsSave))
  }

  /// Saves notes of some titles.
  func save(_ titles: String...) throws {
    let context = try context()
    for title in titles { context.insert(Searched.Note(title)) }
    try context.save()
  }
}

extension ModelContext {
  /// The titles of the notes that a search in a predicate finds, in order of insertion.
  func titles(of search: String) throws -> [String] {
    try fetch(
      FetchDescriptor<Searched.Note>(predicate: #Predicate { $0.matches(search) })
    ).map(\.title)
  }
}
