internal import Foundation
internal import Strata
public import StrataShell

extension ApplicationEnvironment {
  /// Refuses a file that a command is to write where its name is the store's, or one that SQLite or the
  /// store's lock takes for its own: a rollback journal, for instance, is deleted by whoever opens the
  /// store next.
  ///
  /// - Parameter file: The file as the line names it, for the error.
  /// - Throws: a usage error.
  public func refuseStoreFile(_ file: ArgumentValue) throws(ShellError) {
    let configuration = stack.container.configuration
    guard !configuration.isStoredInMemoryOnly else { return }
    let store = configuration.url.resolvingSymlinksInPath().path
    let path = URL(fileURLWithPath: file.text).resolvingSymlinksInPath().path
    guard ["", "-wal", "-shm", "-journal", "-lock"].contains(where: { store + $0 == path }) else {
      return
    }
    throw file.error("\(file.text) belongs to the store itself", hint: "give another file")
  }
}
