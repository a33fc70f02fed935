import Foundation
import StrataCoreDataStores
import StrataSQLite

extension DatabaseKind {
  /// Recognizes the file of a command. Returns nil if it isn't a database, or if there is no file that can be opened.
  /// Whatever opens it next reports that.
  ///
  /// - Throws: `StorageError` if the file can be opened but not read.
  init?(recognizing url: URL) throws {
    do {
      guard let kind = try DatabaseKind(of: url) else { return nil }
      self = kind
    } catch StorageError.cannotOpen {
      return nil
    }
  }
}
