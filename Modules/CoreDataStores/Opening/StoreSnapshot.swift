internal import Foundation
import StrataSQLite

/// A store's file as it was at one moment: itself where all is in it, or else a copy with what is in its
/// log.
///
/// SQLite writes beside a database with a log even to read it. The owner's files are left alone: they
/// may be evidence, or in use by the program that they are of.
final class StoreSnapshot: Sendable {
  /// The file to read, which has no log.
  let path: String
  /// The store that it is of.
  let original: URL
  private let folder: URL?

  /// - Throws: `StorageError`: no file, or one that is written all the while.
  init(of url: URL) throws {
    original = url.resolvingSymlinksInPath()
    let path = original.path
    let image = try FileImage(path)
    guard !image.isWhole else {
      folder = nil
      self.path = path
      return
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-" + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let copy = folder.appendingPathComponent("copy.sqlite").path
    do {
      try Self.copy(path, to: copy)
      try Self.takeLog(of: copy)
    } catch {
      // It is the copy that couldn't be made; a folder that can't be removed changes nothing of that.
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    self.folder = folder
    self.path = copy
  }

  deinit {
    // Nobody is left to be told; the system clears the folder for temporary files.
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  private static func copy(_ path: String, to copy: String) throws {
    // A file that is being written is one thing when it is looked at and another when it is read.
    for _ in 0..<10 {
      let before = try FileImage(path)
      for suffix in ["", "-wal"] {
        if FileManager.default.fileExists(atPath: copy + suffix) {
          try FileManager.default.removeItem(atPath: copy + suffix)
        }
        // The log goes when its last user closes the store.
        guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      if try before.again() == before { return }
    }
    throw StorageError.changedWhileRead(path: path)
  }

  private static func takeLog(of copy: String) throws {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: copy + suffix) {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
    }
    let connection = try Connection(path: copy)
    defer { connection.close() }
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.execute("PRAGMA journal_mode = DELETE")
  }
}
