import Foundation
import TestSupport
import Testing

/// The code of `Docs/Tutorial.md` is that of the package `Docs/Examples/Notes`, which has tests of its own.
@Suite struct TutorialDocument {
  @Test func hasNoSwiftThatIsNotInTheExample() throws {
    let folder = Repository.root.appendingPathComponent("Docs/Examples/Notes")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    let files = names.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix(".")
    }
    let page = try DocumentationPage("Tutorial.md")
    #expect(page.examples.count >= 12 && files.count >= 8)
    #expect(try page.examples(missingIn: files.map { folder.path + "/" + $0 }) == [])
  }
}
