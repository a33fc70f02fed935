import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct SavingIfNeeded {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Hamper.self, configurations: .temporary))
  }

  @Test func tellsWhetherAnythingWasWritten() throws {
    #expect(try !context.saveIfNeeded())
    let hamper = Hamper()
    context.insert(hamper)
    #expect(try context.saveIfNeeded())
    #expect(try !context.saveIfNeeded())
    hamper.weight = 2
    #expect(try context.saveIfNeeded())
    context.delete(hamper)
    #expect(try context.saveIfNeeded())
    #expect(try context.historyEntries().count == 3)
  }

  @Test func writesNothingForWhatIsNeverSaved() throws {
    let hamper = Hamper()
    context.insert(hamper)
    try context.save()
    hamper.isSelected = true
    #expect(context.hasChanges)
    #expect(try !context.saveIfNeeded())
    #expect(try context.historyEntries().count == 1)
  }

  @Test func throwsWhatASaveThrows() throws {
    let other = ModelContext(context.container)
    let hamper = Hamper()
    other.insert(hamper)
    context.insert(hamper)
    #expect(throws: StackError.self) { try context.saveIfNeeded() }
  }
}

@Model final class Hamper {
  var weight = 1
  @Attribute(.ephemeral) var isSelected = false

  init() {}
}
