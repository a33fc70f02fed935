import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

extension StoreFilesTests {
  @Test("A log that another process cuts is told in words")
  func cut() throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(Notes.schema(), at: folder.file())
    for number in 0..<50 { try store.addNote("\(number)") }
    let log = folder.file("test.store-wal").path
    try #require(truncate(log, 0) == 0)
    let error = #expect(throws: StorageError.self) {
      // What a connection has in its memory is read without the log.
      for _ in 0..<2 { _ = try store.makeReader().notes() }
      try store.addNote("b")
    }
    #expect(error == .fileMoved(path: folder.file().path), "\(String(describing: error))")
    #expect("\(error as Any)".contains("its log was cut"))
  }
}
