import Foundation
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var backup: Command<StrataEnvironment> {
    Command(
      ["store", "backup"], "copy a store of Strata to a file, also while others use it",
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
      try own.backUp(
        to: try invocation.require("FILE").text, overwriting: invocation.flag("force"),
        unchecked: invocation.flag("unchecked"), invocation, environment.output)
    }
  }
}

extension OwnStore {
  /// Copies the store to a file, which gets its name when it is checked and on the disk.
  ///
  /// - Parameter unchecked: True to copy a store with faults, too.
  /// - Throws: ``ShellError``. `StorageError.interrupted` for Ctrl-C.
  func backUp(
    to path: String, overwriting: Bool, unchecked: Bool, _ invocation: Invocation, _ output: Output
  ) throws {
    let file = NamedModel.url(path)
    let canReplace = invocation.signature.options.contains { $0.name == "force" }
    do {
      try store.backup(to: file, overwriting: overwriting) { done, total in
        try invocation.checkCancellation()
        output.progress("copying", completed: done, total: total)
      } check: { copy in
        guard !unchecked else { return }
        let faults = try Store.openRecorded(at: copy).makeReader().check()
        guard faults.isEmpty else {
          let canCopy = invocation.signature.options.contains { $0.name == "unchecked" }
          throw ShellError(
            "the store has \(faults.count == 1 ? "a fault" : "\(faults.count) faults"); nothing was written",
            hint: "store check lists what is wrong"
              + (canCopy ? "; --unchecked copies the store as it is" : ""))
        }
      }
    } catch let error as BackupError {
      let isThere = FileManager.default.fileExists(atPath: file.path)
      throw ShellError(
        error.description,
        hint: isThere
          ? (canReplace ? "--force replaces a file, or give another name" : "give another name")
          : nil)
    } catch let error as StorageError {
      if case .interrupted = error { throw error }
      throw ShellError(unreadable: error)
    }
    output.endProgress()
    output.message("copied \(Store.path(of: url)) to \(file.path)")
  }
}
