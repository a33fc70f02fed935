internal import Foundation
internal import StrataSQLite

/// The result of compacting a store.
public struct StoreCompaction: Sendable, Hashable {
  /// The size of the file and its log before, in bytes.
  public let byteCountBefore: Int64
  /// The size of the file and its log now, in bytes.
  public let byteCount: Int64
  /// True if the log is empty now. It isn't while somebody reads from it; the last one to close the
  /// store empties it.
  public let isLogEmpty: Bool
}

extension Store {
  /// Writes the store anew without the pages that are free, and empties its log. Others may read it
  /// meanwhile, and wait to write.
  ///
  /// Takes as much room on the disk as the store once more, and twice that for a moment.
  ///
  /// - Throws: `StorageError.readOnly`, `.busy` where another program writes for more than ten seconds,
  ///   `.diskFull`; the store is as it was then.
  /// - Complexity: O(size of the store).
  public func compact() throws -> StoreCompaction {
    guard !isReadOnly else { throw StorageError.readOnly(path: path) }
    guard !isOnServer else { throw StorageError.filesOnly(path: path, operation: "compacting") }
    return try withWriter { writer in
      guard !writer.isInsideTransaction else { throw StorageError.saveInsideSave(path: path) }
      guard url != nil else { return try compactInMemory(writer) }
      try engine.check()
      let before = byteCount
      let lock = try StoreLock.waiting(path: path, seconds: 10)
      defer { lock.release() }
      // Of its own, since the one that writes keeps in memory what is put down for a time, which is all
      // of the store here.
      let connection = try Connection(path: path)
      defer { connection.close() }
      try connection.vacuum()
      let isLogEmpty = try connection.emptyLog()
      return StoreCompaction(
        byteCountBefore: before, byteCount: byteCount, isLogEmpty: isLogEmpty)
    }
  }

  private func compactInMemory(_ connection: Connection) throws -> StoreCompaction {
    let before = try connection.byteCount()
    try connection.vacuum()
    return StoreCompaction(
      byteCountBefore: before, byteCount: try connection.byteCount(), isLogEmpty: true)
  }

  private var byteCount: Int64 {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return [file, file + "-wal"].reduce(0) { sum, name in
      // There need be no log.
      let attributes = try? FileManager.default.attributesOfItem(atPath: name)
      return sum + (attributes?[.size] as? Int64 ?? 0)
    }
  }
}
