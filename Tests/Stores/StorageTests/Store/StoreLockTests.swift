import Foundation
import StrataStorage
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("The lock beside a store")
struct StoreLockTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file().path
  }

  @Test("One at a time has it")
  func exclusive() throws {
    let first = try #require(StoreLock(path: path))
    #expect(StoreLock(path: path) == nil)
    first.release()
    let second = try #require(StoreLock(path: path))
    second.release()
    #expect(try folder.names().isEmpty)
  }

  @Test("Whoever waits too long for it is told that the store is busy")
  func timeout() throws {
    let holder = try #require(StoreLock(path: path))
    defer { holder.release() }
    #expect(throws: StorageError.busy(path: path, seconds: 0.02)) {
      try StoreLock.waiting(path: path, seconds: 0.02)
    }
  }

  @Test("Where there can't be a file beside the store, it can't be opened")
  package func noFolder() {
    let place = path + "/a"
    let error = #expect(throws: StorageError.self) {
      try StoreLock.waiting(path: place, seconds: 1)
    }
    guard case .cannotOpen(place, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("No such file or directory"))
  }

  @Test("Whoever may write the store may lock it", arguments: [0o600, 0o660, 0o666, 0o755])
  func permissions(mode: Int) throws {
    let manager = FileManager.default
    #expect(manager.createFile(atPath: path, contents: nil))
    try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let lock = try #require(StoreLock(path: path))
    defer { lock.release() }
    let found = try manager.attributesOfItem(atPath: path + "-lock")[.posixPermissions] as? Int
    #expect(found == mode & 0o666)
  }

  @Test("Threads that wait get it in turn, also when each removes the file")
  func turns() throws {
    let path = path
    let count = Shared(0)
    try inThreads(4) { _ in
      for _ in 0..<50 {
        let lock = try StoreLock.waiting(path: path, seconds: 60)
        let before = count.value
        count.update { $0 = before + 1 }
        lock.release()
      }
    }
    #expect(count.value == 200)
  }
}
