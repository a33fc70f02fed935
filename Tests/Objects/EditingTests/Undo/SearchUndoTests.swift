import StrataStoreSupport
import Strata
import Testing

/// An undo changes a search index as any save does.
@Suite(.alsoPartlyFetched) struct SearchUndos {
  @Model final class Memo {
    #Search<Memo>([\.text])
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Test func findTheFormerTexts() throws {
    let context = ModelContext(try ModelContainer(for: Memo.self, configurations: .temporary))
    let memo = Memo("zermatt")
    context.insert(memo)
    try context.save()
    let undo = UndoManager()
    context.undoManager = undo
    memo.text = "bern"
    context.insert(Memo("bern too"))
    try context.save()
    func count(_ search: String) throws -> Int {
      try context.fetchCount(FetchDescriptor<Memo>(search: search))
    }
    #expect(try count("bern") == 2)
    try undo.undo()
    #expect(try count("bern") == 0 && count("zermatt") == 1)
    try context.save()
    #expect(try count("bern") == 0 && count("zermatt") == 1)
    try undo.redo()
    try context.save()
    #expect(try count("bern") == 2 && count("zermatt") == 0)
    #expect(try context.checkStore() == [])
  }
}
