package import Foundation
import StrataSQLite

extension Store {
  /// The number of the file at a URL, which tells it from another one at the same place. Nil without a file.
  ///
  /// - Throws: the error of a file that can't be looked at.
  package static func fileNumber(at url: URL) throws -> UInt64? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value
  }

  /// Renames a store's file and those beside it.
  ///
  /// - Parameter number: The number of the damaged file. If another program has replaced it meanwhile, nothing
  ///   is renamed.
  /// - Returns: The file's new URL, or nil if nothing was renamed.
  /// - Throws: `StorageError.cannotOpen`, `StorageError.busy`.
  package static func setAside(
    _ url: URL, ifItIs number: UInt64?, at date: Date
  ) throws -> URL? {
    let lock = try StoreLock.waiting(path: url.path, seconds: 10)
    defer { lock.release() }
    guard let number, try fileNumber(at: url) == number else { return nil }
    return try setAside(url, at: date)
  }

  /// Renames a damaged store's file and those beside it. Call it under the store's lock.
  ///
  /// - Returns: The file's new URL.
  /// - Throws: `StorageError.cannotOpen`.
  static func setAside(_ url: URL, at date: Date) throws -> URL {
    let time = date.fileNameText
    var target = URL(fileURLWithPath: url.path + ".damaged-" + time)
    var copy = 2
    while FileManager.default.fileExists(atPath: target.path) {
      target = URL(fileURLWithPath: url.path + ".damaged-\(time)-\(copy)")
      copy += 1
    }
    do {
      // The log first: a new file would take it for its own.
      for suffix in ["-wal", "-shm", "-journal", ""] {
        let source = url.path + suffix
        guard FileManager.default.fileExists(atPath: source) else { continue }
        try FileManager.default.moveItem(atPath: source, toPath: target.path + suffix)
      }
    } catch {
      throw StorageError.cannotOpen(
        path: url.path, reason: "it is damaged, and can't be renamed: \(error.localizedDescription)"
      )
    }
    return target
  }
}

extension Date {
  /// The date and time to the second in UTC, as part of a file's name: `2026-11-27T10-15-00Z`. Such texts sort by time.
  package var fileNameText: String { formatted(.iso8601).replacing(":", with: "-") }
}
