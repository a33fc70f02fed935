import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataSQLite
import StrataShell
import StrataStorage

/// A store of Strata that a command looks at, by what it says of itself.
@MainActor struct OwnStore {
  /// The argument of commands on such stores.
  static let argument = Argument.required(
    "STORE", "a file, or an address such as postgresql://user@host/database")

  let url: URL
  let store: Store
  let reader: StoreReader

  /// Opens the store that the argument names, to be read.
  ///
  /// - Throws: ``ShellError``, also for a store of Core Data.
  init(_ invocation: Invocation) throws {
    do {
      url = try NamedModel.storeURL(try invocation.require("STORE").text)
      guard try url.isOfServer || DatabaseKind(recognizing: url) != .other else {
        throw ShellError(
          "\(url.path) is no store of Strata",
          hint: "strata open reads stores of Core Data, and model check their models")
      }
      store = try Store.openRecorded(at: url)
      reader = store.makeReader()
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }

  /// Runs a body that reads the store.
  ///
  /// - Throws: ``ShellError`` for what the store throws. What the body throws besides.
  func reading<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
    do {
      return try body(reader)
    } catch let error as StorageError {
      if case .interrupted = error { throw error }
      throw ShellError(unreadable: error)
    }
  }

  /// The size in bytes of the log beside the file, whose changes aren't in the file yet. 0 without a log, nil for a server.
  ///
  /// - Throws: ``ShellError`` if it can't be looked at.
  func logByteCount() throws(ShellError) -> Int64? {
    guard !url.isOfServer else { return nil }
    let path = url.resolvingSymlinksInPath().path + "-wal"
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.size] as? NSNumber)?.int64Value ?? 0
    } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
      return 0
    } catch {
      throw ShellError(
        "\(path) can't be read: \(error.localizedDescription)", kind: .storeUnavailable)
    }
  }
}
