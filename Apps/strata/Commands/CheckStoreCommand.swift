import Foundation
import StrataApplication
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var checkStore: Command<StrataEnvironment> {
    Command(
      ["check"], "checks a store of Strata: file, keys, relationships, history",
      arguments: [
        .required("STORE", "a file, or an address such as postgresql://user@host/database")
      ],
      discussion: """
        Reports each fault, and fails when there is any. A server checks its own files. Values of types that \
        only a program knows are checked by that program, with ModelContext.checkStore.
        """,
      examples: [
        "check tracker.store", "check 'postgresql://app@localhost/app?schema=tracker'",
      ], group: stores, completion: completion
    ) { invocation, environment in
      let output = environment.output
      let faults: [StoreFault]
      do {
        let url = try NamedModel.storeURL(try invocation.require("STORE").text)
        guard Store.isServer(url) || DatabaseHeader(url)?.isOfStrata ?? true else {
          throw ShellError(
            "\(url.path) is no store of Strata",
            hint: "strata open reads stores of Core Data, and model check their models")
        }
        faults = try Store.openRecorded(at: url).makeReader().check()
      } catch let error as StorageError {
        throw ShellError(unreadable: error)
      }
      if !faults.isEmpty || output.format != .table {
        try output.print(
          Table(
            ["fault", "where", "what"],
            rows: faults.map { [.text($0.kind.rawValue), .text($0.place), .text($0.message)] }))
      }
      guard !faults.isEmpty else { return output.message("the store is sound") }
      throw ShellError(
        "the store has \(faults.count == 1 ? "a fault" : "\(faults.count) faults")",
        hint: "restore a backup, or mend what is listed in a program")
    }
  }
}
