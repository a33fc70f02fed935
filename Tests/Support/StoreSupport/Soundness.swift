package import Foundation
package import Strata
internal import StrataSQLite

/// The faults that the store's own check and those of SQLite find in a store.
package func storeFaults(_ context: ModelContext, at url: URL) throws -> [String] {
  var faults = try context.checkStore().map { "\($0)" }
  guard url.isFileURL else { return faults }
  let connection = try Connection(path: url.path)
  let integrity = try connection.value("PRAGMA integrity_check")
  if integrity != .text("ok") { faults.append("integrity_check: \(integrity)") }
  let loose = try connection.value("SELECT count(*) FROM pragma_foreign_key_check")
  if loose != .integer(0) { faults.append("foreign_key_check: \(loose) rows") }
  return faults
}
