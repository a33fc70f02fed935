import StrataStoreSupport
import Strata
import StrataTestSupport
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
  /// A zero character, which a server's texts can't have, or another one there.
  private static let zero = TestServer.isWanted ? "\u{1}" : "\0"
  private static let texts = ["a\(zero)b", "a", zero, "é\(zero)", "c\"\\", ""]

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Line.self, configurations: .temporary))
    for text in Self.texts { context.insert(Line(text)) }
    // Found by a part of a text that ends early.
    context.insert(Line("é"))
  }

  @Test(arguments: [3, 100, 101, 500]) func meanTheSameWhateverTheirLength(_ length: Int) throws {
    let zero = Self.zero
    let found = [zero, "a\(zero)b", "é\(zero)"]
    var list = found
    while list.count < length { list.append("other \(list.count)") }
    let optionals: [String?] = list
    let descriptor = FetchDescriptor<Line>(
      predicate: #Predicate { list.contains($0.text) }, sortBy: [SortDescriptor(\.text)])
    let others = FetchDescriptor<Line>(predicate: #Predicate { !optionals.contains($0.note) })
    for context in [context, ModelContext(context.container)] {
      #expect(try context.fetch(descriptor).map(\.text) == found)
      #expect(try context.fetchCount(others) == 4)
      if context.hasChanges { try context.save() }
    }
  }
}
