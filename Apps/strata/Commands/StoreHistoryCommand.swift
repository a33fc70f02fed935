import StrataShell

extension ModelCommands {
  static var history: Command<StrataEnvironment> {
    Command(
      ["store", "history"], "list the saves that a store remembers, oldest first",
      arguments: [
        .required("STORE", "a store of Strata, Core Data or SwiftData, in a file or on a server")
      ], options: StoredHistory.options,
      examples: ["store history tracker.store --author import --limit 10"], group: stores,
      completion: completion
    ) { invocation, environment in
      let store = try StoreEnvironment.opening(
        try invocation.require("STORE").text, environment.output)
      for warning in store.warnings { environment.output.warning(warning) }
      try StoredHistory(store).print(invocation)
    }
  }
}
