import Foundation
import StrataTestSupport
import Testing

/// The code of pages is that of packages in `Docs/Examples`, which have tests of their own.
@Suite struct ExampleDocuments {
  @Test(arguments: [
    ("Tutorial.md", "Notes", 9), ("SharedModels.md", "SharedModels", 3),
    ("ComingFromGRDB.md", "ComingFromGRDB", 50),
  ])
  func haveNoSwiftThatIsNotInTheExample(_ name: String, _ example: String, count: Int) throws {
    let folder = Repository.root.appendingPathComponent("Docs/Examples/\(example)")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    let files = names.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix(".")
    }
    let page = try DocumentationPage(name)
    #expect(page.examples.count >= count && files.count >= 5)
    #expect(try page.examples(missingIn: files.map { folder.path + "/" + $0 }) == [])
  }

  /// Whoever pastes what the page shows has the whole program, but for the target of README's.
  @Test func showTheWholeStart() throws {
    let page = try DocumentationPage("Start.md")
    let folder = "Docs/Examples/Start/"
    let manifest = try Repository.text(of: folder + "Package.swift").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.contains(#"name: "readme""#) }.joined(separator: "\n")
    #expect(
      page.examples == [manifest, try Repository.text(of: folder + "Sources/trips/main.swift")])
    let readme = try DocumentationPage("../README.md")
    #expect(try readme.examples.first == Repository.text(of: folder + "Sources/readme/main.swift"))
  }

  @Test(arguments: ["Dockerfile", "notes.service"])
  func showTheFilesOfADeployment(_ name: String) throws {
    let file = try Repository.text(of: "Docs/Examples/Deployment/\(name)")
    #expect(try Repository.text(of: "Docs/Deployment.md").contains("\n\(file)```\n"))
  }

  /// Whoever types what the tutorial shows has the whole service.
  @Test(arguments: [
    "Package.swift", "Sources/NotesService/Note.swift", "Sources/NotesService/NoteImporter.swift",
    "Sources/NotesService/NotesRouter.swift", "Sources/NotesService/NotesService.swift",
    "Sources/NotesService/StoreErrors.swift", "Sources/NotesService/SyncedNotes.swift",
    "Sources/notes/Notes.swift",
    "Tests/NotesServiceTests/ModelTests.swift",
  ])
  func showEachFileOfTheServiceWhole(_ name: String) throws {
    let file = try Repository.text(of: "Docs/Examples/Notes/\(name)")
    #expect(try Repository.text(of: "Docs/Tutorial.md").contains("```swift\n\(file)```\n"))
  }
}
