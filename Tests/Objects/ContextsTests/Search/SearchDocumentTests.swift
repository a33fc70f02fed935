import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// The Swift of `Docs/Search.md` is run here.
@Suite struct SearchDocument {
  private typealias Note = Searched.Note
  private typealias Folder = Searched.Folder

  private let depot: Depot
  private let context: ModelContext

  init() throws {
    depot = try Depot()
    context = try depot.open(Note.self, Folder.self, Searched.Sign.self)
    let folder = Folder("Alps")
    context.insert(folder)
    folder.notes.append(Note("Zermatt", "By train from Visp up to Zermatt"))
    let note = Note("Bergün", "zermatt is far, over many hills and through many valleys")
    note.isPinned = true
    context.insert(note)
    try context.save()
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Search.md")
    #expect(page.examples.count >= 9)
    let models = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("SearchedModels.swift")
    #expect(try page.examples(missingIn: [#filePath, models.path]) == [])
  }

  @Test func findsWhatItSays() throws {
    let alpine = FetchDescriptor<Note>(
      predicate: #Predicate { $0.matches("zermatt* OR berg") && !$0.isPinned })
    let folders = FetchDescriptor<Folder>(
      predicate: #Predicate { $0.notes.contains { $0.matches("zermatt") } })
    #expect(try context.fetch(alpine).map(\.title) == ["Zermatt"])
    #expect(try context.fetch(folders).map(\.name) == ["Alps"])
    let pinned = FetchDescriptor(
      predicate: Predicate<Note>(search: "zermatt*") && Predicate(\.isPinned))
    #expect(try context.fetch(pinned).map(\.title) == ["Bergün"])
  }

  @Test func sortsAsItSays() throws {
    var best = FetchDescriptor<Note>(search: "zermatt")
    best.fetchLimit = 20
    let notes = try context.fetch(best)
    #expect(notes.map(\.title) == ["Zermatt", "Bergün"])
    let pinnedFirst = FetchDescriptor<Note>(
      search: "zermatt", sortBy: [SortDescriptor(\.isPinned, order: .reverse)])
    #expect(try context.fetch(pinnedFirst).map(\.title) == ["Bergün", "Zermatt"])
  }

  @Test func printsWhatItSays() throws {
    var lines: [String] = []
    func print(_ line: String) { lines.append(line) }
    for result in try context.search(FetchDescriptor<Note>(search: "zermatt")) {
      print(try result.highlight(of: \.title, prefix: "**", suffix: "**"))
      print(try result.snippet(of: \.body, wordCount: 4) ?? "")
    }
    do {
      _ = try context.fetch(FetchDescriptor<Note>(search: "zermatt OR"))
    } catch let error as SearchError {
      print("\(error.position): \(error.reason)")
    }
    #expect(lines[0] == "**Zermatt**" && lines.count == 5)
    let page = try Repository.text(of: "Docs/Search.md")
    for line in [lines[0], lines[1], lines[4]] { #expect(page.contains("`\(line)`"), "\(line)") }
  }

  @Test func checksAsItSays() throws {
    let faults = try context.checkStore()
    if faults.contains(where: { $0.kind == .search }) { try context.rebuildSearchIndexes() }
    #expect(faults == [])
  }
}
