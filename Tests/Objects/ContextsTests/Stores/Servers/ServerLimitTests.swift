import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Values that a file keeps, and a server doesn't.
@Suite(.enabled(if: TestServer.isInstalled)) struct ServerLimits {
  /// Up to a third of a page the server names the index, and beyond a page it names nothing.
  @Test(arguments: [
    (6_000, "Author.name"), (20_000, "a unique or indexed property of Author"),
  ]) func nameTheValueThatIsTooLongForItsIndex(length: Int, subject: String) throws {
    let container = try ModelContainer(
      for: Storehouse.models, configuration: ModelConfiguration(url: TestServer.newStore()))
    let context = ModelContext(container)
    var generator = SeededGenerator(seed: 1)
    // Random, so that the server can't compress it.
    let letters = (0..<length).map { _ in
      Character(Unicode.Scalar(UInt8.random(in: 33...126, using: &generator)))
    }
    let long = Author(name: String(letters))
    context.insert(long)
    context.insert(Author(name: "Jane"))
    let error = try #require(#expect(throws: StorageError.self) { try context.save() })
    guard case .tooLarge(_, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(reason.contains("a value of \(subject) is too long for a unique rule"), "\(reason)")
    #expect(!reason.contains(long.name.prefix(20)))
    // Nothing is lost, and a shorter one is saved.
    long.name = "John"
    try context.save()
    #expect(try ModelContext(container).all(Author.self).map(\.name).sorted() == ["Jane", "John"])
  }
}
