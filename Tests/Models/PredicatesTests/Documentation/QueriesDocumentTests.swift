import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// `Docs/Queries.md` says what is true: its SQL is what its Swift becomes, and its Swift is run here.
@Suite struct QueriesDocument {
  private let root: URL
  private let document: GuideDocument

  init() throws {
    root = Repository.root
    document = try GuideDocument(root.appendingPathComponent("Docs/Queries.md"))
  }

  private func sources(in folder: String) throws -> String {
    let folder = root.appendingPathComponent(folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
      .joined(separator: "\n")
  }

  private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test func showsWhatSwiftBecomes() throws {
    let new = try GuideText.all()
    if Recording.isOn {
      var document = document
      document.replaceGenerated(new)
      try Recording.write(document.text, to: document.url)
    }
    let written = try GuideDocument(document.url).generated
    #expect(written.keys.sorted() == new.keys.sorted())
    // Another version of SQLite may plan otherwise.
    let isSameVersion = written["sqlite"] == new["sqlite"]
    for (name, text) in new where name != "sqlite" {
      let (written, new) = (written[name] ?? "", text)
      if isSameVersion {
        #expect(written == new, "\(name); make record writes it anew")
      } else {
        #expect(withoutPlans(written) == withoutPlans(new), "\(name)")
      }
    }
  }

  private func withoutPlans(_ text: String) -> String {
    text.components(separatedBy: "```plan\n")[0].components(separatedBy: "\n")
      .map { line in
        guard line.hasPrefix("|"), let plan = line.range(of: " | ", options: .backwards) else {
          return line
        }
        return String(line[..<plan.lowerBound])
      }.joined(separator: "\n")
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let sources = squeezed(try sources(in: "Tests/Models/PredicatesTests/Documentation"))
    let blocks = document.blocks(of: "swift")
    #expect(blocks.count > 3)
    for block in blocks { #expect(sources.contains(squeezed(block)), "\(block)") }
  }

  @Test func showsTheShellAsItIs() throws {
    let url = root.appendingPathComponent("Tests/Apps/ScenarioTests/Scenarios/inspect.transcript")
    let expected = try String(contentsOf: url, encoding: .utf8)
    let blocks = document.blocks(of: "text")
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(expected.contains(block), "\(block)") }
  }

  @Test func findsWhatItsExamplesAskFor() throws {
    for isSaved in [false, true] {
      let book = try TrailBook()
      if isSaved { try book.context.save() }
      for example in try Guide.all().examples {
        let descriptor = try example.descriptor(book)
        let names = try book.context.fetch(descriptor).map(\.name)
        let found = descriptor.sortBy.isEmpty ? names.sorted() : names
        #expect(found == example.finds, "\(example.name)")
      }
    }
  }

  @Test func hasEveryNodeOfPredicates() throws {
    let rows = try NodeTable.rows()
    let all = rows.reduce(into: Set<String>()) { $0.formUnion($1.nodes) }
    #expect(all.subtracting(["VariableID"]).sorted() == NodeTable.texts.map(\.node).sorted())
    for (node, texts) in NodeTable.texts {
      for text in texts {
        let row = rows.first { $0.text == text }
        #expect(row?.nodes.contains(node) == true, "\(node) isn't in \(text)")
      }
    }
  }

  @Test func hasTheTextsOfItsTables() throws {
    let url = root.appendingPathComponent(
      "Tests/Models/PredicatesTests/Documentation/NodeCases.swift")
    let source = squeezed(try String(contentsOf: url, encoding: .utf8))
    for row in try NodeCases.rows() {
      // Once as a text, once as code.
      #expect(source.components(separatedBy: squeezed(row.text)).count >= 3, "\(row.text)")
    }
  }

  @Test func hasEveryOperatorOfKeyPaths() throws {
    let source = try sources(in: "Modules/Models/Predicates/KeyPaths")
    let declaration = #/public (?:static |prefix )?(?:func|var) (`?[a-zA-Z]+`?|[=!<>&|]+)[ (<:]/#
    let names = Set(
      source.matches(of: declaration).map { $0.output.1.replacing("`", with: "") })
    #expect(names.count > 20)
    let table = OperatorTable.texts.flatMap(\.texts).joined(separator: "\n")
    for name in names.subtracting(["hash"]) { #expect(table.contains(name), "\(name)") }
  }
}
