import Foundation
import Strata
import StrataTestSupport
import Testing

/// What `Docs/CodingAgents.md` shows, run.
@Suite struct CodingAgentsDocument {
  @Model final class Writer {
    #Unique<Writer>([\.name])
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.writer) var books: [Book] = []
    init(name: String) { self.name = name }
  }

  @Model final class Book {
    var title: String
    var year: Int
    var writer: Writer?
    init(title: String, year: Int) {
      self.title = title
      self.year = year
    }
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("CodingAgents.md")
    #expect(page.examples.count == 3)
    // The models are inside of this suite, behind its other imports.
    let missing = try page.examples(missingIn: [#filePath])
    #expect(missing.map { $0.hasPrefix("import Strata\n\n@Model final class Writer") } == [true])
    let models = try #require(missing.first).components(separatedBy: "import Strata\n")[1]
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    #expect(lines(source).contains(lines(models)))
  }

  private func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  @Test func runs() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store()
    let user = (name: "Ann", number: 7)
    let container = try ModelContainer(
      for: Writer.self, configurations: ModelConfiguration(url: url))
    try await container.write(author: user.name) { context in
      let writer = Writer(name: "Ada")
      context.insert(writer)
      writer.books.append(Book(title: "Notes", year: 1843))
    }
    let titles = try await container.read { context in
      let old = FetchDescriptor<Book>(
        predicate: #Predicate { $0.year < 1900 }, sortBy: [SortDescriptor(\.title)])
      return try context.fetch(old).map(\.title)
    }
    #expect(titles == ["Notes"])
  }

  @Test func isRightAboutMistakes() throws {
    let container = try ModelContainer(
      for: Writer.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    context.insert(Writer(name: "Ada"))
    let reader = ModelContext(container)
    #expect(try reader.fetchCount(FetchDescriptor<Writer>()) == 0)
    try context.save()
    #expect(try reader.fetchCount(FetchDescriptor<Writer>()) == 1)
    let again = Writer(name: "Ada")
    again.books.append(Book(title: "Notes", year: 1843))
    reader.insert(again)
    try reader.save()
    #expect(try reader.fetchCount(FetchDescriptor<Writer>()) == 1)
    #expect(try reader.sum(of: \Book.year) == 1843)
    try reader.batchUpdate(where: \Book.title == "Notes", .increment(\.year, by: 1))
    #expect(try reader.sum(of: \Book.year) == 1844)
    let writer = try #require(try reader.fetch(FetchDescriptor<Writer>()).first)
    let name = writer.name
    let written = FetchDescriptor<Book>(predicate: #Predicate { $0.writer?.name == name })
    #expect(try reader.fetch(written).map(\.title) == ["Notes"])
  }

  @Test(arguments: ["Strata", "SwiftData", "CoreData", "StrataStack", "StrataImport"])
  func namesProducts(product: String) throws {
    let manifest = try Repository.text(of: "Package.swift")
    let module = product.replacing(/^Strata(?=.)/, with: "")
    #expect(manifest.contains("module(named: \"\(product)\"") || manifest.contains("\"\(module)\""))
    #expect(try Repository.text(of: "Docs/CodingAgents.md").contains("| `\(product)` |"))
  }
}
