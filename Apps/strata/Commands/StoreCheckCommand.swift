import StrataShell
import StrataStorage

extension ModelCommands {
  static var checkStore: Command<StrataEnvironment> {
    Command(
      ["store", "check"], "check a store of Strata: file, keys, relationships, history",
      arguments: [OwnStore.argument],
      discussion: """
        Reports each fault, and fails when there is any. A server checks its own files. Values of types that \
        only a program knows are checked by that program, with ModelContext.checkStore.
        """,
      examples: [
        "store check tracker.store",
        "store check 'postgresql://app@localhost/app?schema=tracker'",
      ], group: stores, completion: completion
    ) { invocation, environment in
      let output = environment.output
      let faults = try OwnStore(invocation).reading { try $0.check() }
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
