import Foundation
import TestSupport
import Testing

/// `Docs/Errors.md` has each case of the errors that a program meets.
@Suite struct ErrorsDocument {
  private static let sources = [
    "StackError": "Modules/Objects/Graph/Errors/StackError.swift",
    "StorageError": "Modules/Stores/SQLite/Errors/StorageError.swift",
    "ModelError": "Modules/Models/Model/Object/ModelError.swift",
    "SchemaError": "Modules/Essentials/Schema/SchemaError.swift",
    "ConfigurationError": "Modules/Objects/Stack/Container/ConfigurationError.swift",
    "MigrationError": "Modules/Objects/Stack/Migration/MigrationError.swift",
    "RestoreError": "Modules/Objects/Stack/Container/RestoreError.swift",
    "PredicateTranslationError":
      "Modules/Models/Predicates/Translation/PredicateTranslationError.swift",
    "PageCursorError": "Modules/Objects/Stack/Context/PageCursor.swift",
    "SnapshotError": "Modules/Objects/Stack/Snapshots/SnapshotError.swift",
    "HistoryError": "Modules/Objects/History/Errors/HistoryError.swift",
    "UndoError": "Modules/Objects/Editing/Undo/UndoError.swift",
    "ImportError": "Modules/Objects/Import/Results/ImportError.swift",
  ]

  @Test(arguments: sources.keys.sorted())
  func hasEachCase(of type: String) throws {
    let path = try #require(Self.sources[type])
    let source = try Repository.text(of: path)
    let declaration = try #require(source.range(of: "public enum \(type): "))
    let cases = source[declaration.upperBound...].components(separatedBy: "\n}\n")[0]
      .matches(of: /\n  case (\w+)/).map { String($0.1) }
    let page = try Repository.text(of: "Docs/Errors.md")
    let heading = try #require(page.range(of: "\n## \(type)\n"))
    let section = page[heading.upperBound...].components(separatedBy: "\n## ")[0]
    let listed = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } }
    #expect(cases.count >= 2)
    #expect(listed.sorted() == cases.sorted())
  }
}
