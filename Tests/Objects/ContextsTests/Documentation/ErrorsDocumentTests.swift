import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// `Docs/Errors.md` has every public error of the library: a new type or case without a row fails.
@Suite struct ErrorsDocument {
  /// A public type of errors in a source file of `Modules`.
  struct ErrorType: CustomStringConvertible {
    let name: String
    let cases: Set<String>
    var description: String { name }
  }

  /// Modules whose errors only a compiler plugin, a shell or the reference app throws.
  private static let otherFolders = ["Macros", "Application", "Tracker", "Plugins"]

  private static let page = Result { try Repository.text(of: "Docs/Errors.md") }

  /// The types in the sources, found by the first lines of their declarations.
  static func types() throws -> [ErrorType] {
    let declaration = /^public (?:indirect )?(enum|struct) (\w+): .*\bError\b/
    var types: [ErrorType] = []
    for text in try sources() {
      let lines = text.components(separatedBy: "\n")
      for (start, line) in lines.enumerated() {
        guard let match = line.firstMatch(of: declaration) else { continue }
        let body = lines[(start + 1)...].prefix { $0 != "}" }
        types.append(
          ErrorType(
            name: String(match.2),
            cases: match.1 == "enum" ? names(in: body, after: "  case ") : codes(in: body)))
      }
    }
    return types.sorted { $0.name < $1.name }
  }

  /// The cases of the public enumerations inside a structure, such as of codes and reasons.
  private static func codes(in body: ArraySlice<String>) -> Set<String> {
    body.indices.filter { body[$0].hasPrefix("  public enum ") }.reduce(into: []) { codes, start in
      codes.formUnion(names(in: body[start...].prefix { $0 != "  }" }, after: "    case "))
    }
  }

  private static func names(in body: ArraySlice<String>, after indentation: String) -> Set<String> {
    let lines = body.filter { $0.hasPrefix(indentation) && !$0.hasPrefix(indentation + ".") }
    return lines.reduce(into: []) { names, line in
      let list = line.dropFirst(indentation.count)
      // A comma in parentheses is between associated values.
      let parts = list.contains("(") ? [String(list)] : list.components(separatedBy: ", ")
      names.formUnion(parts.map { String($0.prefix { $0.isLetter || $0.isNumber }) })
    }
  }

  /// The texts of the library's source files.
  private static func sources() throws -> [String] {
    let root = Repository.root.appendingPathComponent("Modules")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let urls = (files?.compactMap { $0 as? URL } ?? []).filter { url in
      url.pathExtension == "swift"
        && !otherFolders.contains { url.path.hasPrefix("\(root.path)/\($0)/") }
    }
    return try urls.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The sections of the page by their headings.
  private static func sections() throws -> [String: String] {
    let parts = try page.get().components(separatedBy: "\n## ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: parts.map { part in
        let lines = part.split(separator: "\n", maxSplits: 1)
        return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
      })
  }

  @Test func hasEachCase() throws {
    let sections = try Self.sections()
    let types = try Self.types()
    #expect(types.count >= 30)
    for type in types {
      guard let section = sections[type.name] else {
        Issue.record("Docs/Errors.md has no section \(type)")
        continue
      }
      let rows = section.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
      #expect(Set(rows) == type.cases, "the rows of \(type)")
      #expect(Set(rows).count == rows.count, "a row of \(type) is there twice")
    }
    let names = Set(types.map(\.name))
    let unknown = sections.keys.filter { $0.hasSuffix("Error") && !names.contains($0) }
    #expect(unknown == [], "no error has these names")
  }

  @Test func findsCasesInSources() throws {
    let types = try Self.types()
    let storage = try #require(types.first { $0.name == "StorageError" })
    #expect(storage.cases.isSuperset(of: ["busy", "corrupt", "noColumn"]))
    #expect(!storage.cases.contains("foreignKey"))
    let search = try #require(types.first { $0.name == "SearchError" })
    #expect(search.cases.isSuperset(of: ["empty", "tooDeep"]))
  }

  /// A line of a block of texts is what the library says, but for names and values (`…`).
  @Test func quotesTheTexts() throws {
    let joint = try Regex("\"\\s*\\n\\s*\\+ \"")
    let sources = try Self.sources().map { $0.replacing(joint, with: "") }
    let blocks = try Self.page.get().components(separatedBy: "\n```text\n").dropFirst()
    let lines = blocks.compactMap { $0.components(separatedBy: "\n```").first }
      .flatMap { $0.components(separatedBy: "\n") }
    #expect(lines.count >= 60)
    for line in lines {
      let fragments = line.components(separatedBy: "…").filter { $0.count >= 8 }
      let isSaid = sources.contains { source in fragments.allSatisfy(source.contains) }
      #expect(isSaid, "no source says: \(line)")
    }
  }

  @Test func hasNoSwiftThatIsNotCompiled() throws {
    let page = try DocumentationPage("Errors.md")
    #expect(page.examples.count == 2)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func retriesWhatPasses() throws {
    let store = try Storehouse()
    let context = try store.context()
    let logger = SilentLogger()
    context.errorHandler = { error in logger.log(.error, message: "\(error)") }
    context.insert(Author(name: "Jane"))
    try save(context)
    #expect(!context.hasChanges)
    #expect(StorageError.busy(path: "a.store", seconds: 10).isWorthARetry)
    #expect(!StorageError.closed(path: "a.store").isWorthARetry)
  }

  /// Each error says what to do, also one that only your own store throws.
  @Test(arguments: [
    DataStoreError.invalidPredicate, .preferInMemoryFilter, .preferInMemorySort,
    .unsupportedFeature,
  ])
  func describesErrorsOfCustomStores(error: DataStoreError) {
    #expect("\(error)".hasPrefix("the custom store ") && "\(error)".contains("; "))
  }
}

private struct SilentLogger: ModelLogger {
  func wants(_ level: ModelLogLevel) -> Bool { false }
  func log(_ level: ModelLogLevel, message: String) {}
}

extension StorageError {
  var isWorthARetry: Bool {
    switch self {
    case .busy, .disconnected, .noConnection: true
    default: false
    }
  }
}

func save(_ context: ModelContext, attempts: Int = 3) throws {
  do {
    try context.save()
  } catch let error as StorageError where error.isWorthARetry && attempts > 1 {
    try save(context, attempts: attempts - 1)
  }
}
