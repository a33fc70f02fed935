internal import Foundation
import StrataSQLite
import StrataStorage

/// A store's file as it was at one moment: itself where all is in it, or else a copy with what is in its
/// log, and without what a transaction that was cut off has written.
///
/// SQLite writes beside a database with a log even to read it. The owner's files are left alone: they
/// may be evidence, or in use by the program that they are of.
final class StoreSnapshot: Sendable {
  /// The file to read, which has no log. All that is read is of this one image.
  let image: FileImage
  /// The store that it is of.
  let original: URL
  /// The store's own file when it was read.
  let originalImage: FileImage
  /// What of the store's log isn't in the file.
  let warnings: [String]
  /// What keeps the copy.
  private let folder: WorkingFolder?

  /// - Throws: `StorageError`: no file, or one that is written all the while.
  init(of url: URL) throws {
    original = url.resolvingSymlinksInPath()
    let path = original.path
    let image = try FileImage(path)
    guard !image.isWhole else {
      (folder, warnings) = (nil, [])
      (self.image, originalImage) = (image, image)
      return
    }
    let folder = try WorkingFolder()
    let copy = folder.url.appendingPathComponent("copy.sqlite").path
    originalImage = try Self.copy(path, to: copy)
    try Self.checkJournal(of: copy, as: path)
    warnings = try Self.takeLog(of: copy, as: path)
    self.image = try FileImage(copy)
    guard self.image.isWhole else {
      throw StorageError.corrupt(path: path, reason: "what is in its log can't be taken over")
    }
    self.folder = folder
  }

  /// Opens the file anew, as it was then.
  ///
  /// - Throws: `StorageError.changedWhileRead`.
  func connect() throws -> Connection {
    let connection = try Connection.reading(image, as: original.path)
    // What a file from elsewhere says of triggers and views is not run.
    try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
    return connection
  }

  private static let suffixes = ["", "-wal", "-journal"]

  /// - Returns: The file as it was copied.
  private static func copy(_ path: String, to copy: String) throws -> FileImage {
    // A file that is being written is one thing when it is looked at and another when it is read.
    for _ in 0..<10 {
      let before = try FileImage(path)
      for suffix in suffixes {
        if FileManager.default.fileExists(atPath: copy + suffix) {
          try FileManager.default.removeItem(atPath: copy + suffix)
        }
        // A copy of a link would be the owner's file under another name.
        let file = URL(fileURLWithPath: path + suffix).resolvingSymlinksInPath().path
        do {
          try FileManager.default.copyItem(atPath: file, toPath: copy + suffix)
        } catch CocoaError.fileReadNoSuchFile where !suffix.isEmpty {
          // The log goes when its last user closes the store.
        } catch let error as CocoaError {
          throw StorageError.cannotOpen(
            path: path, reason: "\(file) can't be copied: \(error.localizedDescription)")
        }
      }
      if try before.again() == before { return before }
    }
    throw StorageError.changedWhileRead(path: path)
  }

  /// Makes sure that the journal is of this file alone. One of a transaction over several files names
  /// another, which SQLite deletes when it has taken the transaction back, whatever it is
  /// (https://sqlite.org/fileformat.html, "The Super-Journal").
  private static func checkJournal(of copy: String, as path: String) throws {
    guard let file = FileHandle(forReadingAtPath: copy + "-journal") else { return }
    // It was only read.
    defer { try? file.close() }
    let size = try file.seekToEnd()
    guard size >= UInt64(journalMark.count) else { return }
    try file.seek(toOffset: size - UInt64(journalMark.count))
    guard try file.readToEnd() == journalMark else { return }
    throw StorageError.cannotOpen(
      path: path,
      reason:
        "its journal \(path)-journal is of a transaction over several files; let the program end it "
        + "that has begun it")
  }

  private static let journalMark = Data([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])

  /// Lets SQLite take what is in the logs of a copy into its file.
  ///
  /// - Returns: What it didn't take.
  private static func takeLog(of copy: String, as path: String) throws -> [String] {
    for suffix in suffixes where FileManager.default.fileExists(atPath: copy + suffix) {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
    }
    let connection = try Connection(path: copy, as: path)
    defer { connection.close() }
    try connection.execute("PRAGMA trusted_schema = OFF")
    // The first read takes back what a transaction that was cut off has written.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    let taken = try connection.rows(SQLQuery("PRAGMA wal_checkpoint(PASSIVE)")) { row in
      (isBusy: row.integer(at: 0) != 0, frames: row.integer(at: 1), copied: row.integer(at: 2))
    }.first
    guard let taken, !taken.isBusy, taken.frames == taken.copied else {
      throw StorageError.corrupt(path: path, reason: "what is in its log can't be taken over")
    }
    let rest = try LogRemainder(ofLogAt: copy + "-wal", behind: taken.frames)
    try connection.execute("PRAGMA journal_mode = DELETE")
    return rest.map { ["\(path)-wal: \($0)"] } ?? []
  }
}
