internal import Foundation
import StrataSQLite
import StrataStorage

/// A consistent snapshot of a store's file: the file itself if it is complete, else a copy with the
/// log applied and unfinished transactions rolled back.
///
/// SQLite writes files beside a database with a log even when it only reads. The original files
/// aren't touched: they may be evidence, or in use by their program.
final class StoreSnapshot: Sendable {
  /// The file to read, which has no log. All reads check that it is unchanged.
  let image: FileImage
  /// The location of the original store.
  let original: URL
  /// The state of the original file when it was read.
  let originalImage: FileImage
  /// The parts of the log that couldn't be applied.
  let warnings: [String]
  /// The folder of the copy, deleted when the snapshot is released.
  private let folder: WorkingFolder?

  /// Takes a snapshot of a store's file.
  ///
  /// - Throws: `StorageError` if there is no file, or if it is constantly being written.
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

  /// Opens a connection to the snapshot.
  ///
  /// - Throws: `StorageError.changedWhileRead`.
  func connect() throws -> Connection {
    let connection = try Connection.reading(image, as: original.path)
    // Triggers and views of a file from elsewhere must not run code.
    try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
    return connection
  }

  private static let suffixes = ["", "-wal", "-journal"]

  /// Copies a store's files until none changes meanwhile.
  ///
  /// - Returns: The state of the original file.
  private static func copy(_ path: String, to copy: String) throws -> FileImage {
    // Tried repeatedly: another process may write to the file while it is copied.
    for _ in 0..<10 {
      let before = try FileImage(path)
      for suffix in suffixes {
        if FileManager.default.fileExists(atPath: copy + suffix) {
          try FileManager.default.removeItem(atPath: copy + suffix)
        }
        // Links are resolved: the copy of a link would still be the original file.
        let file = URL(fileURLWithPath: path + suffix).resolvingSymlinksInPath().path
        do {
          try FileManager.default.copyItem(atPath: file, toPath: copy + suffix)
        } catch CocoaError.fileReadNoSuchFile where !suffix.isEmpty {
          // The last process that closes the store deletes its log.
        } catch let error as CocoaError {
          throw StorageError.cannotOpen(
            path: path, reason: "\(file) can't be copied: \(error.localizedDescription)")
        }
      }
      if try before.again() == before { return before }
    }
    throw StorageError.changedWhileRead(path: path)
  }

  /// Throws if the journal belongs to a transaction over several files. Such a journal names a
  /// super-journal, and SQLite deletes the file of that name after the rollback, whatever it is
  /// (https://sqlite.org/fileformat.html, "The Super-Journal").
  private static func checkJournal(of copy: String, as path: String) throws {
    guard let file = FileHandle(forReadingAtPath: copy + "-journal") else { return }
    // An error here loses nothing, since the file was only read.
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

  /// Lets SQLite apply the logs of a copy to its file.
  ///
  /// - Returns: Descriptions of what SQLite didn't apply.
  private static func takeLog(of copy: String, as path: String) throws -> [String] {
    for suffix in suffixes where FileManager.default.fileExists(atPath: copy + suffix) {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
    }
    let connection = try Connection(path: copy, as: path)
    defer { connection.close() }
    try connection.execute("PRAGMA trusted_schema = OFF")
    // The first read rolls back unfinished transactions.
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
