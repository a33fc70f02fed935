import StoreSupport
import Strata
import Testing

@Model private final class Line {
  var text: String
  var note: String?
  init(_ text: String) {
    self.text = text
    note = text
  }
}

/// Lists of captured values that a property is looked for in.
@Suite struct LongLists {
  private let context: ModelContext
  private static let texts = ["a\0b", "a", "\0", "é\0", "c\"\\", ""]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Line.self, configurations: .temporary))
    for text in Self.texts { context.insert(Line(text)) }
    // Found by a part of a text that ends early.
    context.insert(Line("é"))
  }

  @Test(arguments: [3, 100, 101, 500]) func meanTheSameWhateverTheirLength(_ length: Int) throws {
    var list = ["a\0b", "\0", "é\0"]
    while list.count < length { list.append("other \(list.count)") }
    let optionals: [String?] = list
    let descriptor = FetchDescriptor<Line>(
      predicate: #Predicate { list.contains($0.text) }, sortBy: [SortDescriptor(\.text)])
    let others = FetchDescriptor<Line>(predicate: #Predicate { !optionals.contains($0.note) })
    for context in [context, ModelContext(context.container)] {
      #expect(try context.fetch(descriptor).map(\.text) == ["\0", "a\0b", "é\0"])
      #expect(try context.fetchCount(others) == 4)
      if context.hasChanges { try context.save() }
    }
  }
}
