import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Histories of stores whose models have changed since.
@Suite(.alsoPartlyFetched) struct MigratedHistory {
  enum Before {
    @Model final class Letter {
      @Attribute(.preserveValueOnDeletion) var title: String
      var pages = 1
      init(_ title: String) { self.title = title }
    }

    @Model final class Stamp {
      var value = 1
      init() {}
    }
  }

  enum After {
    @Model final class Letter {
      @Attribute(.preserveValueOnDeletion, originalName: "title") var subject: String
      var weight = 0.0
      init(_ subject: String) { self.subject = subject }
    }
  }

  @Test func keepsItsConsumersAndNames() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.store())
    do {
      let container = try ModelContainer(
        for: Before.Letter.self, Before.Stamp.self, configurations: configuration)
      _ = try HistoryConsumer("index", in: container)
      let context = ModelContext(container)
      let (first, second) = (Before.Letter("a"), Before.Letter("b"))
      for letter in [first, second] { context.insert(letter) }
      context.insert(Before.Stamp())
      try context.save()
      first.title = "c"
      first.pages = 2
      try context.save()
      context.delete(second)
      try context.save()
    }
    let container = try ModelContainer(for: After.Letter.self, configurations: configuration)
    let consumer = try HistoryConsumer("index", in: container)
    var changes: [HistoryChange] = []
    #expect(try consumer.process { changes += $0.flatMap(\.changes) } == 3)
    // The class of the stamp is gone; what happened to it is told nevertheless.
    #expect(
      changes.map(\.changedPersistentIdentifier.entityName)
        == ["Letter", "Letter", "Stamp", "Letter", "Letter"])
    guard case .update(let update as DefaultHistoryUpdate<After.Letter>) = changes[3],
      case .delete(let deletion as DefaultHistoryDelete<After.Letter>) = changes[4]
    else {
      Issue.record("\(changes)")
      return
    }
    #expect(update.updatedAttributes == [\After.Letter.subject])
    #expect(update.updatedPropertyNames == ["title", "pages"])
    #expect(try deletion.tombstone[\.subject] == "b")
    #expect(try ModelContext(container).checkStore().isEmpty)
  }
}
