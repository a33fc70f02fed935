import Foundation
import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var importStore: Command<StrataEnvironment> {
    Command(
      ["import"], "write all of a store of Core Data or SwiftData into a new store",
      arguments: [
        .required("STORE", "the store"), .required("DESTINATION", "the new store's file"),
      ],
      options: [.value("model", "MODEL", "a model file, for a store without a model within")],
      discussion: """
        Objects keep their keys, relationships their orders, and the history its authors and times. What
        can't be written is listed with why; the exit status is 1 then. The store itself is only read.
        """,
      examples: ["import Notes.sqlite notes.store"], group: stores, completion: completion
    ) { invocation, environment in
      let output = environment.output
      let given = try invocation.option("model").map { try NamedModel.read($0.text) }
      let url = NamedModel.url(try invocation.require("STORE").text)
      let store: CoreDataStore
      do {
        store = try CoreDataStore(url: url, model: given?.model)
      } catch let error as StorageError {
        throw ShellError(unreadable: error)
      }
      for warning in (given?.warnings ?? []) + store.warnings { output.warning(warning) }
      let destination = NamedModel.url(try invocation.require("DESTINATION").text)
      let report: CoreDataImport
      do {
        report = try store.importAll(to: destination) { count in
          try invocation.checkCancellation()
          output.progress("importing rows", completed: count)
        }
      } catch let error as StorageError where error.isAbout(url) {
        throw ShellError(unreadable: error)
      }
      try ImportReport(report).print(output)
    }
  }
}

extension StorageError {
  /// True if the error is about the imported file, which is only read.
  fileprivate func isAbout(_ url: URL) -> Bool {
    switch self {
    case .corrupt(let path, _), .cannotOpen(let path, _), .notADatabase(let path),
      .changedWhileRead(let path):
      [url.path, url.resolvingSymlinksInPath().path].contains(path)
    default: false
    }
  }
}
