import StrataStoreSupport
import Strata
import StrataTestSupport

@Model final class Binder {
  var name: String
  var parent: Binder?
  @Relationship(deleteRule: .cascade, inverse: \Binder.parent) var children: [Binder] = []
  @Relationship(deleteRule: .nullify, inverse: \Paper.binder) var papers: [Paper] = []
  /// Without a way back.
  var favorite: Paper?
  var recent: [Paper] = []

  init(_ name: String) { self.name = name }
}

@Model class Paper {
  var title: String
  var pages = 1
  var notes: [String: Int] = [:]
  var words: Set<String> = []
  var binder: Binder?
  @Relationship(inverse: \Tag.papers) var tags: [Tag] = []
  @Relationship(deleteRule: .cascade, inverse: \Cover.paper) var cover: Cover?

  init(_ title: String) { self.title = title }
}

@Model final class Letter: Paper {
  var recipient = ""

  override init(_ title: String) { super.init(title) }
}

@Model final class Cover {
  var color: String
  var paper: Paper?

  init(_ color: String) { self.color = color }
}

@Model final class Tag {
  @Attribute(.unique) var word: String
  var weight = 0
  var papers: [Paper] = []

  init(_ word: String) { self.word = word }
}

/// A context with an undo manager, on a store that other contexts and containers may open too.
struct Archive {
  let folder: TemporaryFolder
  let container: ModelContainer
  let context: ModelContext
  let manager = UndoManager()

  init() throws {
    folder = try TemporaryFolder()
    container = try Self.container(in: folder)
    context = ModelContext(container)
    context.undoManager = manager
  }

  /// An archive of a binder with some papers, which is the beginning.
  init(_ binder: Binder, of papers: [Paper]) throws {
    try self.init()
    binder.papers = papers
    try begin(with: binder)
  }

  static func container(in folder: TemporaryFolder) throws -> ModelContainer {
    try ModelContainer(
      for: [Binder.self, Paper.self, Letter.self, Cover.self, Tag.self],
      configuration: ModelConfiguration(url: folder.store()))
  }

  /// A context of another program, as it were.
  func otherContext() throws -> ModelContext { ModelContext(try Self.container(in: folder)) }

  /// Saves objects, and lets it be the beginning.
  @discardableResult
  func begin<each Model: PersistentModel>(with models: repeat each Model) throws -> Int {
    repeat context.insert(each models)
    try context.save()
    manager.removeAllActions()
    context.forgetAttributesIfPartlyFetched()
    return try context.historyEntries().count
  }

  /// What is wrong with the store.
  func faults() throws -> [StoreFault] { try ModelContext(container).checkStore() }
}

extension ModelContext {
  func all<Model: PersistentModel>(_ type: Model.Type = Model.self) throws -> [Model] {
    try fetch(FetchDescriptor<Model>())
  }

  func papers() throws -> [String] { try all(Paper.self).map(\.title).sorted() }
}
