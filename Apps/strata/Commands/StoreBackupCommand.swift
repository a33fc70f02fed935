import Foundation
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var backup: Command<StrataEnvironment> {
    Command(
      ["store", "backup"], "copies a store of Strata to a file, also while others use it",
      arguments: [OwnStore.argument, .required("FILE", "the file; only its owner can read it")],
      options: [
        .flag("force", "replace a file that is there"),
        .flag("unchecked", "copy the store as it is, sound or not"),
      ],
      discussion: """
        The copy is the store of one moment, and a store itself. It is checked as store check does, and the file \
        gets its name when all of it is sound and on the disk.
        """,
      examples: [
        "store backup tracker.store today.store",
        "store backup 'postgresql://app@localhost/app?schema=tracker' today.store",
      ], group: stores, completion: completion
    ) { invocation, environment in
      let own = try OwnStore(invocation)
      let file = try invocation.require("FILE")
      let url = NamedModel.url(file.text)
      let output = environment.output
      do {
        try own.store.backup(to: url, overwriting: invocation.flag("force")) { done, total in
          try invocation.checkCancellation()
          output.progress("copying", completed: done, total: total)
        } check: { copy in
          guard !invocation.flag("unchecked") else { return }
          let faults = try Store.openRecorded(at: copy).makeReader().check()
          guard faults.isEmpty else {
            throw ShellError(
              "the store has \(faults.count == 1 ? "a fault" : "\(faults.count) faults"); nothing was written",
              hint: "store check lists what is wrong; --unchecked copies the store as it is")
          }
        }
      } catch let error as BackupError {
        throw ShellError(
          error.description,
          hint: FileManager.default.fileExists(atPath: url.path)
            ? "--force replaces a file, or give another name" : nil)
      } catch let error as StorageError {
        if case .interrupted = error { throw error }
        throw ShellError(unreadable: error)
      }
      output.endProgress()
      output.message("copied \(Store.path(of: own.url)) to \(url.path)")
    }
  }
}
