public import Foundation
internal import StrataGraph
internal import StrataObservation
public import StrataStorage

/// The regular tasks of ``ModelContainer/run(_:)``: cleaning the history, checks and backups.
public struct Maintenance: Sendable {
  /// The time between two applications of each store's ``ModelConfiguration/historyPolicy``, or nil to apply it
  /// only when the container opens the stores. An hour by default. A history that has outgrown the objects is
  /// logged as a notice.
  public var historyInterval: Duration? = .seconds(3600)
  /// The time between two checks of the stores (``ModelContext/checkStore(progress:)``), or nil for none. Faults
  /// are logged as errors.
  public var checkInterval: Duration?
  /// Called with the faults that a check has found, also if there are none.
  public var didCheck: (@Sendable ([StoreFault]) -> Void)?
  /// The backups, or nil for none.
  public var backup: Backup?

  /// Creates the default: the history policy is applied each hour, and nothing is checked or backed up.
  public init() {}

  /// Backups at regular times.
  public struct Backup: Sendable {
    /// The time between two backups.
    public var interval: Duration
    /// The folder of the backups. It is created if it isn't there.
    public var folder: URL
    /// The number of backups of each store that stay. Older ones are deleted.
    public var count: Int
    /// Called with the files of a backup, one for each store.
    public var didBackUp: (@Sendable ([URL]) -> Void)?

    /// Creates a description of backups.
    ///
    /// Each file is named by the configuration and the time: `orders-2026-11-27T10-15-00Z.store`. Only files of this
    /// form are deleted.
    public init(
      every interval: Duration, to folder: URL, keeping count: Int = 7,
      didBackUp: (@Sendable ([URL]) -> Void)? = nil
    ) {
      self.interval = interval
      self.folder = folder
      self.count = max(1, count)
      self.didBackUp = didBackUp
    }
  }
}

extension Maintenance {
  /// A task that is done at regular times.
  package struct Task: Sendable {
    let name: String
    let interval: Duration
    /// Does it once. The date names the files of a backup.
    package let body: @Sendable (ModelContainer, Date) async throws -> Void
  }

  /// The tasks: the history, the check, the backup, as far as they are wanted.
  package var tasks: [Task] {
    var tasks: [Task] = []
    if let historyInterval {
      tasks.append(
        Task(name: "cleaning of the history", interval: historyInterval) { container, _ in
          try await container.applyHistoryPolicies()
        })
    }
    if let checkInterval {
      tasks.append(
        Task(name: "check", interval: checkInterval) { [didCheck] container, _ in
          let faults = try await container.checkStores()
          didCheck?(faults)
        })
    }
    if let backup {
      tasks.append(
        Task(name: "backup", interval: backup.interval) { container, date in
          let files = try await container.backUp(backup, at: date)
          backup.didBackUp?(files)
        })
    }
    return tasks
  }
}

extension ModelConfiguration {
  /// Applies the policy to the history. A failure, as of a full disk, is logged: the store can be used all the same.
  ///
  /// - Returns: The number of removed transactions.
  @discardableResult
  func applyHistoryPolicy(to store: StrataStorage.Store) -> Int {
    do {
      let removed = try store.apply(historyPolicy)
      if removed > 0 {
        logger.log(
          .info, "removed \(removed) transactions from the history of \(store.path), by its policy")
      }
      return removed
    } catch {
      logger.log(.error, "the history of \(store.path) can't be shortened by its policy: \(error)")
      return 0
    }
  }
}

extension ModelContainer {
  /// Repeats a task of maintenance until the current task is cancelled.
  func maintain(
    every interval: Duration, _ name: String,
    _ body: @Sendable (ModelContainer, Date) async throws -> Void
  ) async {
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: interval)
        try await body(self, Date())
      } catch is CancellationError {
        return
      } catch {
        configuration.logger.log(.error, "the \(name) of \(store.path) failed: \(error)")
      }
    }
  }

  fileprivate func applyHistoryPolicies() async throws {
    for origin in core.stores where origin.custom == nil && !origin.store.isReadOnly {
      let removed = try await core.threads.write {
        origin.configuration.applyHistoryPolicy(to: origin.store)
      }
      guard removed == 0 else { continue }
      let notice = try await core.threads.read { try origin.store.makeReader().historyNotice() }
      if let notice { origin.configuration.logger.log(.notice, notice) }
    }
  }

  fileprivate func checkStores() async throws -> [StoreFault] {
    let faults = try await read { try $0.checkStore() }
    for fault in faults {
      configuration.logger.log(.error, "a check has found: \(fault.place): \(fault.message)")
    }
    return faults
  }

  fileprivate func backUp(_ backup: Maintenance.Backup, at date: Date) async throws -> [URL] {
    let time = date.fileNameText
    var files: [URL] = []
    for origin in core.stores where origin.custom == nil {
      let name = origin.configuration.name
      let file = backup.folder.appendingPathComponent("\(name)-\(time).store")
      try await core.threads.read {
        try FileManager.default.createDirectory(
          at: backup.folder, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try self.backup(to: file, of: name, overwriting: true)
        try Self.removeOldBackups(of: name, backup)
      }
      files.append(file)
    }
    return files
  }

  private static func removeOldBackups(of name: String, _ backup: Maintenance.Backup) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: backup.folder.path)
      .filter { isBackup($0, of: name) }.sorted()
    for name in names.dropLast(backup.count) {
      try FileManager.default.removeItem(at: backup.folder.appendingPathComponent(name))
    }
  }

  /// True for a name of the form `orders-2026-11-27T10-15-00Z.store`. Names sort by time.
  private static func isBackup(_ file: String, of name: String) -> Bool {
    guard file.hasPrefix(name + "-"), file.hasSuffix(".store") else { return false }
    let time = file.dropFirst(name.count + 1).dropLast(".store".count)
    return time.count == 20
      && zip(time, "0000-00-00T00-00-00Z").allSatisfy { $1 == "0" ? $0.isNumber : $0 == $1 }
  }
}
