public import Foundation
internal import StrataSQLite

extension Store {
  /// Copies the store, be it in a file or on a server, as it is at one moment to a file of its own, which is a store too.
  /// Others may read and write the store meanwhile.
  ///
  /// The file gets its name when all of it is on the disk. Only its owner may read it.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - overwriting: Whether a file that is there is replaced.
  ///   - progress: Told how many pages are copied, and how many there are; may throw to stop. Of a store on a server it is
  ///     told of rows.
  ///   - check: Looks at the copy before it gets its name; may throw.
  /// - Throws: ``BackupError`` where there can't be such a file, `StorageError` when the store
  ///   can't be read, what the bodies throw. There is no file then, or the one that was there.
  /// - Complexity: O(size of the store).
  public func backup(
    to url: URL, overwriting: Bool = false,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in },
    check: (_ copy: URL) throws -> Void = { _ in }
  ) throws {
    let place = try BackupPlace(url, overwriting: overwriting, beside: self.url)
    try place.fill { target in
      if isOnServer {
        try withoutActuallyEscaping(progress) { try copyServer(to: target, $0) }
      } else if self.url == nil {
        _ = try withWriter { try Backup(from: $0, to: target).run(onStep: progress) }
      } else {
        try engine.check()
        let source = try Connection.reading(path)
        defer { source.close() }
        try source.copy(to: target, progress)
        try source.checkImage()
      }
    } check: {
      try check($0)
    }
  }
}

extension Connection {
  /// Copies the state of one moment: without the transaction, each save of another connection would
  /// begin the copy anew.
  func copy(
    to target: Connection, _ progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    try snapshot {
      // The transaction begins with its first read.
      _ = try catalog.isEmpty()
      _ = try Backup(from: self, to: target).run(onStep: progress)
    }
  }
}
