import Foundation
import StrataModelSupport
import Observation
import StrataStoreSupport
import Strata
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

/// `@Attribute(.ephemeral)`: tracked and observed, and never saved.
@Suite struct EphemeralProperties {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let page: Leaf

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: [Leaf.self, FrontLeaf.self], configuration: ModelConfiguration(url: folder.file()))
    context = ModelContext(container)
    page = Leaf("a")
    context.insert(page)
    page.zoom = 3
    page.hint = LeafHint(text: "b")
    try context.save()
  }

  @Test func haveNoColumn() throws {
    let columns = try Connection(path: folder.file().path).value(
      "SELECT group_concat(name) FROM pragma_table_info('Leaf')")
    #expect(columns == .text("strata_key,strata_entity,title,FrontLeaf_color"))
  }

  @Test func beginAnewInFetchedObjects() throws {
    let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Leaf>()).first)
    #expect(other.zoom == 1 && other.hint.text == "none" && other.note == nil)
    #expect(page.zoom == 3 && page.hint.text == "b")
    context.insert(FrontLeaf("c"))
    try context.save()
    let cover = try #require(try ModelContext(container).fetch(FetchDescriptor<FrontLeaf>()).first)
    #expect(cover.glow == 0.5 && cover.title == "c" && cover.color == 7 && cover.zoom == 1)
  }

  @Test func areChangesThatNoSaveWrites() throws {
    let before = try context.historyEntries().count
    page.zoom = 5
    #expect(page.hasChanges && context.hasChanges)
    try context.save()
    #expect(!page.hasChanges && !context.hasChanges)
    #expect(page.zoom == 5)
    #expect(try context.historyEntries().count == before)
    page.zoom = 6
    page.title = "d"
    try context.save()
    #expect(try context.historyEntries().last?.changes.map(\.properties) == [["title"]])
    page.zoom = 7
    context.rollback()
    #expect(page.zoom == 7 && !page.hasChanges)
    page.zoom = 8
    try context.refresh(page, mergeChanges: true)
    #expect(page.hasChanges)
    try context.refresh(page, mergeChanges: false)
    #expect(page.zoom == 8 && !page.hasChanges && !context.hasChanges)
  }

  @Test func areObserved() throws {
    let told = Counter()
    withObservationTracking {
      _ = page.zoom
    } onChange: {
      told.count.add(1, ordering: .relaxed)
    }
    page.zoom = 9
    #expect(told.count.load(ordering: .relaxed) == 1)
  }

  @Test func canNotBeAskedFor() throws {
    #expect(throws: PredicateTranslationError.self) {
      try context.fetch(FetchDescriptor<Leaf>(predicate: #Predicate { $0.zoom == 1 }))
    }
    #expect(throws: PredicateTranslationError.self) {
      try context.fetch(FetchDescriptor<Leaf>(sortBy: [SortDescriptor(\.zoom)]))
    }
    #expect(throws: StackError.self) {
      try context.batchUpdate(Leaf.self, where: nil, set: \.zoom, to: 2)
    }
    do {
      _ = try context.fetch(FetchDescriptor<Leaf>(predicate: #Predicate { $0.zoom == 1 }))
    } catch {
      #expect("\(error)".contains("Leaf.zoom is ephemeral, and the store doesn't have it"))
    }
  }

  @Test func standInTheSchema() throws {
    let entity = try #require(container.schema.entitiesByName["Leaf"])
    let zoom = try #require(entity.attributesByName["zoom"])
    #expect(zoom.options == [.ephemeral])
    #expect(zoom.isEphemeral && zoom.valueType == Int.self && zoom.columns.isEmpty)
    #expect(zoom.defaultValue as? Int == 1)
  }

  @Test func areNeitherUniqueNorRelationships() {
    #expect(throws: SchemaError.self) {
      try ModelContainer(
        for: [UniqueLeaf.self], configuration: .temporary)
    }
    #expect(throws: SchemaError.self) {
      try ModelContainer(
        for: [IndexedLeaf.self], configuration: .temporary)
    }
    #expect(throws: SchemaError.self) {
      try ModelContainer(
        for: [LinkedLeaf.self], configuration: .temporary)
    }
  }

  @Test func leaveAColumnOfBeforeAlone() throws {
    let depot = try Depot()
    try depot.fill(Kept.Sheet.self) { $0.insert(Kept.Sheet("a", 4)) }
    try depot.fill(Let.Sheet.self) { context in
      let sizes = try context.fetch(FetchDescriptor<Let.Sheet>()).map(\.size)
      #expect(sizes == [1])
      context.insert(Let.Sheet("b"))
    }
    let sheets = try depot.open(KeptAgain.Sheet.self).fetch(FetchDescriptor<KeptAgain.Sheet>())
    #expect(sheets.map(\.size) == [4, 2])
  }
}

private final class Counter: Sendable {
  let count = Atomic(0)
}

struct LeafHint: Codable {
  var text: String
}

@Model class Leaf {
  var title: String
  @Attribute(.ephemeral) var zoom = 1
  @Attribute(.ephemeral) var hint: LeafHint = LeafHint(text: "none")
  @Attribute(.ephemeral) var note: String?
  init(_ title: String) { self.title = title }
}

@Model final class FrontLeaf: Leaf {
  @Attribute(.ephemeral) var glow = 0.5
  var color = 7
  override init(_ title: String) { super.init(title) }
}

@Model final class UniqueLeaf {
  @Attribute(.ephemeral, .unique) var number = 1
  init() {}
}

@Model final class IndexedLeaf {
  #Index<IndexedLeaf>([\.number])
  @Attribute(.ephemeral) var number = 1
  init() {}
}

@Model final class LinkedLeaf {
  @Attribute(.ephemeral) var next: LinkedLeaf?
  init() {}
}

private enum Kept {
  @Model final class Sheet {
    var name: String
    var size: Int = 2
    init(_ name: String, _ size: Int) { (self.name, self.size) = (name, size) }
  }
}

private enum Let {
  @Model final class Sheet {
    var name: String
    @Attribute(.ephemeral) var size = 1
    init(_ name: String) { self.name = name }
  }
}

private enum KeptAgain {
  @Model final class Sheet {
    var name: String
    var size: Int?
    init(_ name: String) { self.name = name }
  }
}
