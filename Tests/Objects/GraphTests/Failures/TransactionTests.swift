import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph

@Suite struct TransactionsThatThrow {
  private struct Stop: Error {}
  let context: ModelContext
  let ann = Author(name: "Ann")
  let first = Book(title: "1")
  let second = Book(title: "2")
  let shelf = Shelf(label: "s")

  init() throws {
    context = try .inMemory()
    context.insert(ann)
    ann.books = [first, second]
    context.insert(shelf)
    shelf.books = [first]
    try context.save()
  }

  private func throwing(_ body: () throws -> Void) {
    #expect(throws: Stop.self) {
      try context.transaction {
        try body()
        throw Stop()
      }
    }
  }

  @Test func leaveNothingBehind() throws {
    let third = Book(title: "3")
    throwing {
      ann.name = "Eve"
      ann.books.append(third)
      shelf.books = [second]
      context.delete(first)
    }
    #expect(!context.hasChanges && ann.name == "Ann" && ann.books == [first, second])
    #expect(shelf.books == [first] && first.shelves == [shelf] && second.shelves.isEmpty)
    #expect(third.modelContext == nil)
    try context.save()
    #expect(try context.historyEntries().count == 1)
  }

  @Test(arguments: [false, true])
  func keepWhatWaitedBeforeAnInnerOneThatThrows(hasUndo: Bool) throws {
    if hasUndo { context.undoManager = UndoManager() }
    let third = Book(title: "3")
    context.insert(third)
    throwing {
      // Now nothing is pending.
      context.delete(third)
      #expect(throws: Stop.self) { try context.transaction { throw Stop() } }
      throwing { context.delete(first) }
      #expect(throws: Stop.self) { try context.transaction { throw Stop() } }
    }
    #expect(third.modelContext === context && context.insertedModelsArray.count == 1)
    try context.save()
    #expect(try ModelContext(context.container).all(Book.self).map(\.title) == ["1", "2", "3"])
  }

  @Test func keepWhatWaitedBefore() throws {
    let third = Book(title: "3")
    let eve = Author(name: "Eve")
    context.insert(eve)
    eve.books.append(third)
    second.title = "two"
    shelf.books.append(third)
    throwing {
      third.title = "drei"
      second.author = eve
      ann.books = []
      shelf.books = []
      context.delete(eve)
      context.insert(Shelf(label: "t"))
    }
    #expect(second.title == "two" && third.title == "3" && eve.modelContext === context)
    #expect(eve.books == [third] && third.author === eve && ann.books == [first, second])
    #expect(shelf.books == [first, third] && third.shelves == [shelf])
    try context.save()
    let fresh = ModelContext(context.container)
    #expect(try fresh.all(Book.self).map(\.title) == ["1", "two", "3"])
    #expect(try fresh.all(Shelf.self).map { $0.books.map(\.title) } == [["1", "3"]])
    #expect(try fresh.all(Author.self).map { $0.books.map(\.title) } == [["1", "two"], ["3"]])
  }

  @Test func keepADeletionThatWaitedBefore() throws {
    context.delete(second)
    throwing { context.insert(second) }
    #expect(second.isDeleted && ann.books == [first])
    try context.save()
    #expect(try ModelContext(context.container).all(Book.self).map(\.title) == ["1"])
  }

  @Test func leaveNothingBehindWhenTheSaveFails() throws {
    context.uniqueConflictPolicy = .error
    #expect(throws: StackError.self) {
      try context.transaction { context.insert(Author(name: "Ann")) }
    }
    #expect(!context.hasChanges)
  }

  @Test func refuseToBeginOnWhatCannotBeSaved() throws {
    ann.height = .nan
    var hasRun = false
    #expect(throws: StackError.self) { try context.transaction { hasRun = true } }
    #expect(!hasRun && ann.height.isNaN && context.hasChanges)
  }
}

/// Random changes, of which the last ones are dropped.
@Suite(.serialized) struct RandomTransactions {
  private struct Stop: Error {}

  @Test func goBackToWhatWaitedBefore() throws {
    for _ in 0..<FuzzRounds.count {
      let world = try World(random: SeededGenerator(for: "RandomTransactions"))
      for round in 0..<30 {
        for _ in 0..<world.number(0..<12) { try world.step(allowsUnmanaged: false) }
        if world.random.chance(1, in: 4) { try world.save() }
        let (oracle, objects) = (world.oracle, world.objects)
        world.note("transaction")
        let generation = world.context.graph.generation
        var isOver = false
        #expect(throws: Stop.self) {
          try world.context.transaction {
            for _ in 0..<world.number(1..<12) { try world.step(allowsUnmanaged: false) }
            isOver = world.context.graph.generation != generation
            throw Stop()
          }
        }
        world.note("dropped")
        // A body that saves or rolls back has done so with what waited before, too.
        world.oracle = isOver ? world.saved : oracle
        if !isOver { world.objects = objects }
        try world.checkAll()
        if round % 10 == 9 {
          try world.save()
          try world.checkStore(isOrdered: false)
        }
      }
    }
  }
}
