import Foundation

/// The stores of the folder that `STRATA_COREDATA_STORES` names; nil stands for one that is always there.
enum RealStores {
  static var files: [URL?] {
    guard let folder = ProcessInfo.processInfo.environment["STRATA_COREDATA_STORES"] else {
      return [nil]
    }
    // A folder that can't be read is no folder of stores: who opens the file says so.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? ["(unreadable)"]
    return [nil]
      + names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && $0.contains(".") }
      .filter { !["tsv", "md"].contains(($0 as NSString).pathExtension) }.sorted()
      .map { URL(fileURLWithPath: folder).appendingPathComponent($0) }
  }
}
