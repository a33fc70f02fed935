import StrataModelSupport
import Observation
import Strata
import Synchronization
import StrataTestSupport
import Testing

/// Arrays of related objects, and others, that may be nil.
@Suite struct OptionalArrays {
  @Model final class Item {
    var name: String
    var tags: [Tag]?
    @Relationship(inverse: \Label.items) var labels: [Label]?
    var words: [String]?
    var marks: Set<Int>? = nil
    var sizes: [String: Int]? = [:]
    init(_ name: String) { self.name = name }
  }

  @Model final class Tag {
    var name: String
    @Relationship(inverse: \Item.tags) var item: Item?
    init(_ name: String) { self.name = name }
  }

  @Model final class Label {
    var name: String
    var items: [Item]?
    init(_ name: String) { self.name = name }
  }

  private let depot: Depot
  private let context: ModelContext

  init() throws {
    depot = try Depot()
    context = try depot.open(Item.self)
  }

  private func reread() throws -> Item {
    let other = try depot.open(Item.self)
    return try #require(try other.fetch(FetchDescriptor<Item>()).first)
  }

  enum State: CaseIterable { case saved, inserted, new }

  // A quadratic append would take minutes.
  @Test(.timeLimit(.scaledMinutes(5)), arguments: State.allCases)
  func growInPlace(state: State) throws {
    let item = Item("a")
    item.tags = []
    item.labels = []
    item.words = []
    item.sizes = [:]
    if state != .new { context.insert(item) }
    if state == .saved { try context.save() }
    // Without a context, each append compares the array.
    let count = state == .new ? 500 : TestServer.isWanted ? 2_000 : 20_000
    for number in 0..<count { item.tags?.append(Tag("\(number)")) }
    for number in 0..<count { item.labels! += [Label("\(number)")] }
    for number in 0..<count { item.words?.append("\(number)") }
    for number in 0..<count { item.sizes?["\(number)"] = number }
    item.tags?.removeLast()
    item.labels?.removeFirst()
    context.insert(item)
    try context.save()
    let names = (0..<count).map { "\($0)" }
    for item in [item, try reread()] {
      #expect(item.tags?.map(\.name) == names.dropLast())
      #expect(item.labels?.map(\.name) == Array(names.dropFirst()))
      #expect(item.words?.count == count && item.sizes?.count == count)
    }
    #expect(try context.checkStore() == [])
  }

  @Test func thatAreNilAreNotChangedByWhatWouldChangeThem() throws {
    let item = Item("a")
    context.insert(item)
    try context.save()
    let isTold = Atomic(false)
    withObservationTracking {
      _ = (item.tags, item.labels, item.words, item.marks)
    } onChange: {
      isTold.store(true, ordering: .relaxed)
    }
    item.tags?.append(Tag("x"))
    item.labels?.removeAll()
    item.words?.append("x")
    item.marks?.insert(1)
    #expect(item.tags == nil && item.labels == nil && item.words == nil && item.marks == nil)
    #expect(!context.hasChanges)
    let wasTold = isTold.load(ordering: .relaxed)
    #expect(!wasTold)
  }

  @Test func areSetAndClearedInPlace() throws {
    func set<Value>(_ value: inout Value, to new: Value) { value = new }
    let item = Item("a")
    context.insert(item)
    try context.save()
    let tag = Tag("x")
    set(&item.tags, to: [tag])
    set(&item.words, to: ["w"])
    set(&item.marks, to: [1])
    #expect(tag.item === item && context.hasChanges)
    try context.save()
    #expect(try reread().tags?.map(\.name) == ["x"])
    #expect(try reread().words == ["w"] && reread().marks == [1])
    set(&item.tags, to: nil)
    set(&item.words, to: nil)
    #expect(item.tags == nil && tag.item == nil && item.words == nil)
    try context.save()
    #expect(try reread().tags ?? [] == [] && reread().words == nil)
    #expect(try context.checkStore() == [])
  }
}
