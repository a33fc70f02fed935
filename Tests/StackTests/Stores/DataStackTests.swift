import Strata
import Testing

@Suite struct DataStacks {
  private func stack() throws -> DataStack {
    try DataStack(
      for: Storehouse.models, configuration: ModelConfiguration(isStoredInMemoryOnly: true),
      mainAuthor: "main")
  }

  @MainActor @Test func haveAViewContextWithTheMainAuthor() throws {
    let stack = try stack()
    #expect(stack.viewContext === stack.viewContext)
    #expect(stack.viewContext.author == "main")
  }

  @Test func refuseTheMainAuthorInTheBackground() throws {
    let stack = try stack()
    #expect(throws: StackError.authorIsTaken("main")) {
      try stack.backgroundContext(author: "main")
    }
    #expect(try stack.backgroundContext(author: "import").author == "import")
  }

  @Test func saveAfterABody() throws {
    let stack = try stack()
    let serial = try stack.withContext(author: "import") { context in
      context.insert(Mark(serial: 4))
      return 4
    }
    let context = try stack.backgroundContext(author: "reader")
    #expect(try context.all(Mark.self).map(\.serial) == [serial])
    #expect(try context.historyEntries().map(\.author) == ["import"])
  }

  @Test func keepNothingOfABodyThatThrows() throws {
    struct Stop: Error {}
    let stack = try stack()
    #expect(throws: Stop.self) {
      try stack.withContext(author: "import") { context in
        context.insert(Mark(serial: 4))
        throw Stop()
      }
    }
    #expect(try stack.backgroundContext(author: "reader").all(Mark.self).isEmpty)
  }

  @MainActor @Test func bringBackgroundSavesToTheViewContext() throws {
    let stack = try stack()
    let mark = Mark(serial: 1)
    stack.viewContext.insert(mark)
    try stack.viewContext.save()
    try stack.withContext(author: "import") { try $0.all(Mark.self).first?.value = 6 }
    try stack.viewContext.mergeChanges()
    #expect(mark.value == 6)
  }
}
