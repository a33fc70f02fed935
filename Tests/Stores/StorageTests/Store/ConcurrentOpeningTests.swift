import Foundation
import StrataSchema
import StrataStorage
import StrataTestSupport
import Testing

@Suite("Opening from several threads")
struct ConcurrentOpeningTests {
  private struct Torn: Error {
    let identifierCount: Int
    let noteCount: Int
  }

  @Test("Stores that are opened at one moment on a new path are one store")
  func newPath() async {
    // In a process of its own: two files that share one log's index can end it with a bus error.
    await #expect(processExitsWith: .success) {
      for _ in 0..<30 { try Self.openNewPath() }
    }
  }

  private static func openNewPath() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let schema = try Notes.schema()
    let identifiers = Shared<Set<UUID>>([])
    try inThreads(4) { thread in
      let store = try Store.open(schema, at: url)
      identifiers.update { $0.insert(store.identifier) }
      try store.addNote("\(thread)")
    }
    let noteCount = try Store.open(schema, at: url).notes().count
    guard identifiers.value.count == 1, noteCount == 4 else {
      throw Torn(identifierCount: identifiers.value.count, noteCount: noteCount)
    }
  }

  @Test("Stores that are opened at one moment on a store that is there all open")
  func existingPath() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let schema = try Notes.schema()
    let identifier = try Store.open(schema, at: url).identifier
    for _ in 0..<20 {
      try inThreads(4) { _ in
        let store = try Store.open(schema, at: url)
        #expect(store.identifier == identifier)
      }
    }
  }
}
