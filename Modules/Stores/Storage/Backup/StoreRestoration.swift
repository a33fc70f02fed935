package import Foundation
internal import StrataSQLite
internal import StrataSchema
import StrataMigration

/// The replacement of an open store's content by that of another one, such as a backup, in one
/// transaction.
///
/// All programs that have the store open read the former content until the commit, and the restored one
/// afterwards. A copy of the former content remains. The store keeps its identifier. Transactions and
/// keys continue behind the greater ones of both stores, so that none is assigned twice. The history has
/// a gap, so that contexts which follow it read everything again.
package struct StoreRestoration {
  private let store: Store
  private let path: String
  private let source: URL
  /// The file with the former content.
  package let kept: URL

  /// - Parameter source: The file of the other store, which may be in use.
  /// - Throws: `StorageError` if the store can't be replaced.
  package init(of store: Store, from source: URL) throws {
    guard !store.isOnServer else {
      throw StorageError.filesOnly(path: store.path, operation: "restoring a backup")
    }
    guard let url = store.url else {
      throw BackupError.cannotWrite(
        path: store.path, reason: "a store in memory can't be replaced; open the file itself")
    }
    guard !store.isReadOnly else { throw StorageError.readOnly(path: store.path) }
    guard !BackupPlace.isSame(source.path, url.path) else {
      throw StorageError.cannotOpen(path: source.path, reason: "it is the store itself")
    }
    self.store = store
    path = store.path
    self.source = source
    kept = Self.freeName(beside: url)
  }

  /// An unused file name: the store's with an ending, and a number if necessary.
  private static func freeName(beside url: URL) -> URL {
    let base = url.resolvingSymlinksInPath().path + "-before-restore"
    var name = base
    var number = 1
    while FileManager.default.fileExists(atPath: name) {
      number += 1
      name = "\(base)-\(number)"
    }
    return URL(fileURLWithPath: name)
  }

  /// Restores the store.
  ///
  /// - Parameters:
  ///   - author: The author of the transaction.
  ///   - prepare: Adapts and checks a copy of the other store before the replacement. It may throw.
  ///   - progress: Called with the progress of each of the three copies.
  /// - Returns: The number of the transaction.
  /// - Throws: `StorageError`, and errors of the closures. Nothing has changed then.
  package func run(
    author: String?, progress: (_ done: Int, _ total: Int) throws -> Void,
    prepare: (_ copy: URL) throws -> Void
  ) throws -> Int64 {
    try store.engine.check()
    let lock = try StoreLock.waiting(path: path, seconds: 10)
    defer { lock.release() }
    StoreRehearsal.discardCopy(of: path)
    defer { StoreRehearsal.discardCopy(of: path) }
    let copy = URL(fileURLWithPath: StoreRehearsal.copyPath(path))
    try Self.makeCopy(copy, of: source, progress)
    try prepare(copy)
    for _ in 0..<3 {
      if let number = try replace(by: copy, author: author, progress) {
        store.recordSaved(number)
        return number
      }
    }
    throw StorageError.busy(path: path, seconds: 10)
  }

  /// Copies a store in a file, which may be in use, to a new file.
  static func makeCopy(
    _ copy: URL, of source: URL, _ progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    try Store.checkPath(source.path, isReadOnly: true)
    let reader = try Connection.reading(source.path)
    defer { reader.close() }
    try Store.checkFormat(reader)
    try Store.makeFile(at: copy.path)
    let target = try Connection(path: copy.path)
    // It is thrown away if anything happens to it.
    try target.setSynchronization(.off)
    try reader.copy(to: target, progress)
    try reader.checkImage()
  }

  // nil when somebody has saved between the copy that is kept and the first step of the other one.
  private func replace(
    by copy: URL, author: String?, _ progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> Int64? {
    let reader = try Connection(path: path, isReadOnly: true)
    let writer = try Connection(path: path)
    // The last one leaves nothing behind, which one that only reads can't.
    defer {
      reader.close()
      writer.close()
    }
    try writer.lock()
    let version = try reader.dataVersion()
    let replaced = try ReplacedStore(reader, source.path)
    try BackupPlace(kept, overwriting: false, beside: store.url).fill {
      try reader.copy(to: $0, progress)
    }
    var isDone = false
    // A copy too many is no harm.
    defer { if !isDone { try? FileManager.default.removeItem(at: kept) } }
    // A backup takes the lock for writing by itself, and can't be begun under one.
    try writer.unlock()
    let source = try Connection(path: copy.path)
    defer { source.close() }
    let number = try replaced.stamp(source, author: author)
    try writer.setSynchronization(.full)
    isDone = try Backup(from: source, to: writer).run(onStep: progress) {
      try reader.dataVersion() == version
    }
    // The log has all of the store in it now.
    writer.copyLog()
    return isDone ? number : nil
  }
}

/// The parts of a store that a restoration preserves: its identifier, its keys, and the end of its history.
private struct ReplacedStore {
  private let identifier: ColumnValue
  private let end: Int64
  private let keys: [(entity: String, next: Int64)]
  private let pageSize: Int64
  private let path: String
  private let sourcePath: String

  init(_ connection: Connection, _ sourcePath: String) throws {
    path = connection.path
    self.sourcePath = sourcePath
    identifier = try connection.value(
      "SELECT value FROM strata_metadata WHERE name = 'identifier'")
    end = try connection.lastTransaction()
    keys = try connection.rows("SELECT entity, next FROM strata_keys") { row in
      guard case .text(let entity) = row.value(at: 0) else { return nil }
      return (entity, row.integer(at: 1))
    }
    pageSize = try connection.pageSize()
  }

  /// Writes these parts into the new content.
  ///
  /// - Returns: The number of its last transaction.
  func stamp(_ connection: Connection, author: String?) throws -> Int64 {
    if try connection.pageSize() != pageSize {
      // A database with a log keeps its pages' size, also when it is replaced.
      try connection.setPageSize(pageSize)
    }
    return try connection.transaction {
      if case .text(let text) = identifier { try connection.setMetadata("identifier", to: text) }
      for (entity, next) in keys {
        try connection.run(
          """
          INSERT INTO strata_keys (entity, next) VALUES (\(bind: entity), \(bind: next))
          ON CONFLICT (entity) DO UPDATE SET next = max(next, excluded.next)
          """)
      }
      // Behind the gap the restoration itself gets a number.
      let last = try connection.lastTransaction()
      guard max(last, end) < Int64.max - 1 else {
        throw StorageError.noNumberLeft(
          in: end > last ? path : sourcePath, after: max(last, end))
      }
      let gap = max(last, end) + 1
      try connection.setMetadata("cleaned", to: String(gap))
      return try connection.appendHistory(
        author: author, contextName: nil, log: HistoryLog(), after: connection.historyState(),
        in: .sqlite)
    }
  }
}
