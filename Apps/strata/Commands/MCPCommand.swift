import StrataApplication
import StrataShell

extension ModelCommands {
  static var mcp: Command<StrataEnvironment> {
    Command(
      ["mcp"], "let an agent look at a store, over the Model Context Protocol",
      arguments: [.required("STORE", "a store that strata open opens")],
      options: [
        .value("model", "MODEL", "a model file, for a store without a model within"),
        .flag("edit", "with tools that propose changes, save and undo them"),
        .flag("apply", "save what the agent proposes at once, without asking"),
      ] + writing,
      discussion: """
        An agent's program starts this command, and speaks with it on standard input and output: JSON-RPC, a message \
        a line. It has tools for the schema, for queries, search and the history. With --edit the agent proposes \
        changes, which are shown as a difference and saved when it calls apply, for which its program asks you. Saves \
        have the program's name as their author, and each can be taken back.
        """,
      examples: ["mcp tracker.store", "mcp tracker.store --edit"], group: stores,
      completion: completion
    ) { invocation, environment in
      let policy = try writePolicy(invocation, others: ["apply"])
      let tools = try opening {
        try StoreTools(
          try invocation.require("STORE").text, model: invocation.option("model")?.text,
          editing: policy, appliesAtOnce: invocation.flag("apply"))
      }
      for warning in tools.warnings { environment.output.warning(warning) }
      let input = InputFile(descriptor: 0, name: "<stdin>", isOwned: false)
      try await MCPServer(tools).run(
        input, invocation, FileDescriptorOutput.standardOutput())
    }
  }
}
