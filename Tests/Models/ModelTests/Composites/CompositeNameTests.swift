import Foundation
import Strata
import StrataTestSupport
import Testing

/// Types that are called as what the macro writes, or as what that names.
enum Called {
  @Composite enum Kind: Codable, Equatable {
    case plain
    case other(kinds: Int)
  }

  @Composite struct Row: Codable, Equatable {
    var value: Int
    var kind: Kind
  }

  @Composite struct Layout: Codable, Equatable { var value: String? }

  @Model final class Box {
    var name: String
    var kind: Kind
    var row: Row
    var layout: Layout?

    init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
      row = Row(value: 7, kind: kind)
      layout = Layout(value: name)
    }
  }
}

@Suite("Composite types with names of generated code")
struct CompositeNameTests {
  @Test("They are read back, and asked for by part")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Called.Box.self, configurations: ModelConfiguration(url: folder.file()))
    let context = ModelContext(container)
    context.insert(Called.Box("a", .other(kinds: 3)))
    context.insert(Called.Box("b", .plain))
    try context.save()
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Called.Box>(
        predicate: #Predicate { $0.kind.kinds == 3 && $0.row.kind.kind == .other }))
    #expect(found.map(\.name) == ["a"])
    #expect(found.map(\.kind) == [.other(kinds: 3)])
    #expect(found.map(\.row) == [Called.Row(value: 7, kind: .other(kinds: 3))])
    #expect(found.map(\.layout?.value) == ["a"])
  }
}
