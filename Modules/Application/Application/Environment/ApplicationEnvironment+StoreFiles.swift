import StrataStack
internal import Foundation
internal import Strata
public import StrataShell

extension ApplicationEnvironment {
  /// Throws if a command's output file belongs to the store.
  ///
  /// These are the store's own file and the names that SQLite and the store's lock use. SQLite
  /// would delete a file in the place of its rollback journal when it next opens the store, for
  /// instance.
  ///
  /// - Parameter file: The file as the line names it, for the error.
  /// - Throws: A usage error.
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
