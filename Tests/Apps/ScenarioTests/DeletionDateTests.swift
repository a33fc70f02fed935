import Foundation
import Strata
import StrataTestSupport
import Testing

@Model final class Letter {
  @Attribute(.deletedAt) var deleted: Date?
  @Attribute(.updatedAt) var updated: Date
  @Attribute(.createdAt) var created: Date
  @Attribute(.unique) var code: String
  var text: String
  @Relationship(deleteRule: .cascade, inverse: \Stamp.letter) var stamps: [Stamp] = []

  init(code: String, text: String) {
    self.code = code
    self.text = text
  }
}

@Model final class Stamp {
  @Attribute(.deletedAt) var deleted: Date?
  var value: Int
  var letter: Letter?

  init(value: Int) { self.value = value }
}

/// The times that saves and deletions set (`@Attribute(.createdAt)`, `.updatedAt`, `.deletedAt`), in programs that don't
/// know the classes.
@Suite(.timeLimit(.scaledMinutes(5))) struct DeletionDates {
  private let shell: AppShell
  private static let models: [any PersistentModel.Type] = [Letter.self, Stamp.self]

  init() throws { shell = try AppShell() }

  /// The places of stores for which this machine has the programs.
  static let places = [false] + (TestServer.hasPrograms ? [true] : [])

  private func makeStore(onServer: Bool) throws -> URL {
    let url = onServer ? TestServer.newStore() : shell.folder.file("letters.store")
    let context = try self.context(url)
    let letter = Letter(code: "x", text: "one")
    context.insert(letter)
    letter.stamps = [Stamp(value: 1)]
    context.insert(Letter(code: "y", text: "two"))
    try context.save()
    return url
  }

  private func context(_ url: URL) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: Self.models, configuration: ModelConfiguration(url: url)))
  }

  private func letters(_ url: URL) throws -> [Letter] {
    try context(url).fetch(
      FetchDescriptor<Letter>(sortBy: [SortDescriptor(\.code)]).includingDeleted())
  }

  private func address(_ url: URL) -> String { url.isFileURL ? url.path : url.absoluteString }

  private func strata(_ words: String...) throws -> AppShell.Result {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    return try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" \(quoted)")
  }

  @Test(arguments: places) func areSetByForms(onServer: Bool) async throws {
    let url = try makeStore(onServer: onServer)
    let before = try letters(url).map(\.updated)
    let pages = try await ServedPages(shell, [address(url), "--edit"])
    let page = try pages.get("/delete?id=Letter/1")
    #expect(page.contains("It gets the date of the deletion"), "\(page)")
    #expect(page.contains("1 object will get the date of the deletion, too"), "\(page)")
    let version = try #require(page.firstMatch(of: /name="version" value="([0-9a-f]+)"/)?.1)
    let deleted = try pages.post("/delete?id=Letter/1", ["version": String(version)])
    #expect(ServedPages.status(deleted) == "303", "\(deleted)")
    let edited = try pages.post("/edit?id=Letter/2", ["value:text": "three", "was:text": "two"])
    #expect(ServedPages.status(edited) == "303", "\(edited)")
    let inserted = try pages.post(
      "/insert?entity=Letter", ["value:code": "z", "value:text": "new"])
    #expect(ServedPages.status(inserted) == "303", "\(inserted)")
    let found = try letters(url)
    #expect(found.map(\.code) == ["x", "y", "z"])
    #expect(found.map { $0.deleted != nil } == [true, false, false])
    #expect(found[0].stamps.map { $0.deleted == found[0].deleted } == [true])
    #expect(found[1].updated > before[1] && found[1].created <= before[1])
    #expect(found[2].created > before[1] && found[2].updated == found[2].created)
  }

  @Test(arguments: places) func leaveObjectsOutOfPages(onServer: Bool) async throws {
    let url = try makeStore(onServer: onServer)
    let context = try context(url)
    try context.delete(
      #require(try context.fetch(FetchDescriptor<Letter>()).first { $0.code == "x" }))
    try context.save()
    let pages = try await ServedPages(shell, [address(url), "--edit"])
    let some = try pages.get("/entity?name=Letter")
    #expect(some.contains(">two<") && !some.contains(">one<"), "\(some)")
    #expect(try !pages.get("/entity?name=Letter&q=where+code+%3D%3D+%22x%22").contains(">one<"))
    let all = try pages.get("/entity?name=Letter&deleted=1")
    #expect(all.contains(">two<") && all.contains(">one<"), "\(all)")
    #expect(try pages.get("/delete?id=Letter/1").contains("It is deleted already"))
    // The count of the overview is that of the page.
    let overview = try pages.get("/")
    #expect(overview.contains("<td class=\"number\">1</td></tr>"), "\(overview)")
  }

  @Test(arguments: places) func areSetByLines(onServer: Bool) throws {
    let url = try makeStore(onServer: onServer)
    let before = try letters(url).map(\.updated)
    for words in [
      ["delete", "Letter/1"], ["set", "Letter/2", "text", "three"],
      ["insert", "Letter", "code=z", "text=new"],
    ] {
      let result = try shell.pipeline(
        "\"$(dirname \"$APPSHELL\")/strata\" edit '\(address(url))' "
          + words.map { "'\($0)'" }.joined(separator: " "))
      #expect(result.status == 0, "\(words): \(result)")
    }
    let found = try letters(url)
    #expect(found.map { $0.deleted != nil } == [true, false, false])
    #expect(found[0].stamps.count == 1 && found[1].updated > before[1])
    #expect(found[2].created > before[1])
    let count = try strata("open", address(url), "count", "Letter", "--format", "csv")
    #expect(count.output == "count\n2\n", "\(count)")
    let all = try strata("open", address(url), "count", "--deleted", "Letter", "--format", "csv")
    #expect(all.output == "count\n3\n", "\(all)")
    let batch = try strata("edit", address(url), "delete", "Letter", "where", "code == \"y\"")
    #expect(batch.status == 0, "\(batch)")
    #expect(try letters(url).map { $0.deleted != nil } == [true, true, false])
  }
}
