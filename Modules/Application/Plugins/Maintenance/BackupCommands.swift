import StrataStack
import Foundation
import Strata
import StrataApplication
import StrataShell

/// The commands `backup` and `restore`.
@MainActor enum BackupCommands {
  nonisolated static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["backup"], "copy the store to a file",
        arguments: [.required("FILE", "the file; only its owner can read it")],
        options: [
          .flag("overwrite", "replace a file that is there"),
          .flag("unchecked", "copy the store as it is, sound or not"),
        ],
        discussion: """
          The copy is the store of one moment, also while others write, and a store itself: it can be \
          opened with --store. It is checked as restore does, and the file gets its name when all of it \
          is sound and on the disk.
          """,
        examples: ["backup today.store"], group: group, completion: completeFile,
        run: backup),
      Command(
        ["restore"], "put a backup in the store's place",
        arguments: [.required("FILE", "a backup, or another store of this program")],
        discussion: """
          The backup is checked first, and brought to this program's models where an older one has \
          written it. Then all of it is written into the store as one transaction. Programs that have \
          the store open see what was there before until then, and what was restored afterwards. What \
          was there is kept beside the store, in a file that the answer names: restore takes it back. \
          A store that is damaged is renamed, and the backup gets its name.
          """,
        examples: ["restore yesterday.store"], group: group, completion: completeFile,
        run: restore),
    ]
  }

  private static func completeFile(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    request.option == nil ? FileCompletion.candidates(for: request.prefix) : []
  }

  private static func backup(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let file = try invocation.require("FILE")
    let url = URL(fileURLWithPath: file.text)
    let isOverwriting = invocation.flag("overwrite")
    if !isOverwriting, isFile(url) {
      throw file.error(
        "\(file.text) is there already", hint: "--overwrite replaces it; or give another name")
    }
    do {
      try environment.stack.container.backup(
        to: url, overwriting: isOverwriting, checking: !invocation.flag("unchecked")
      ) { done, total in
        try invocation.checkCancellation()
        environment.output.progress("copying", completed: done, total: total)
      }
    } catch BackupError.cannotWrite(_, let reason) {
      throw file.error("can't write \(file.text): \(reason)")
    } catch BackupError.unsoundStore(_, let faults) {
      throw ShellError(
        "the store has \(faults.count == 1 ? "a fault" : "\(faults.count) faults"), so that it couldn't be "
          + "restored from a copy; nothing was written",
        hint: "check lists what is wrong; --unchecked copies the store as it is")
    }
    environment.output.message("copied the store to \(file.text)")
    if environment.isInTransaction, environment.pendingCount > 0 {
      environment.output.message("what waits for save is not in it")
    }
  }

  private static func isFile(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  private static func restore(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let file = try invocation.require("FILE")
    guard FileManager.default.fileExists(atPath: file.text) else {
      throw file.error("there is no file \(file.text)")
    }
    guard !environment.isInTransaction else {
      throw ShellError(
        "a transaction is open, and can't be saved on another store's content",
        hint: "save or rollback ends it")
    }
    let container = environment.stack.container
    if let damaged = environment.damagedStore {
      return try replace(damaged, by: file, invocation, environment)
    }
    if container.configuration.isStoredInMemoryOnly {
      throw ShellError(
        "this store is in memory and can't be replaced",
        hint: "open the backup itself: --store \(file.text)")
    }
    let kept: URL
    do {
      kept = try container.restore(
        from: URL(fileURLWithPath: file.text), author: environment.context.author
      ) { done, total in
        try invocation.checkCancellation()
        environment.output.progress("copying", completed: done, total: total)
      }
    } catch let error as StorageError {
      throw file.error("can't restore: \(error)", hint: "the store is as it was")
    }
    try environment.context.mergeChanges()
    let count = try environment.context.storeInformation().objectCounts.reduce(0) { $0 + $1.count }
    environment.output.message("restored \(count) \(count == 1 ? "object" : "objects")")
    environment.output.message("what was there before is in \(kept.path)")
  }

  private static func replace(
    _ damaged: URL, by file: ArgumentValue, _ invocation: Invocation,
    _ environment: ApplicationEnvironment
  ) throws {
    let container = environment.stack.container
    let author = try environment.context.author.map { try TransactionAuthor($0) }
    let kept: URL
    do {
      kept = try container.replaceDamagedStore(
        at: damaged, with: URL(fileURLWithPath: file.text), author: author
      ) { done, total in
        try invocation.checkCancellation()
        environment.output.progress("copying", completed: done, total: total)
      }
    } catch let error as StorageError {
      throw file.error("can't restore: \(error)", hint: "the damaged store is as it was")
    }
    let restored = try ModelContainer(
      for: container.schema, migrationPlan: container.migrationPlan,
      configurations: ModelConfiguration(url: damaged, allowsSave: false))
    let count = try ModelContext(restored).storeInformation().objectCounts.reduce(0) {
      $0 + $1.count
    }
    environment.output.message("restored \(count) \(count == 1 ? "object" : "objects")")
    environment.output.message("the damaged store is \(kept.path) now")
  }
}
