import StrataApplication
import StrataShell

extension ModelCommands {
  static var serve: Command<StrataEnvironment> {
    Command(
      ["serve"], "show a store in a browser on this machine",
      arguments: [.required("STORE", "a store that strata open opens")],
      options: [
        .value("port", "N", "the port; a free one without it"),
        .value("model", "MODEL", "a model file, for a store without a model within"),
        .flag("edit", "with forms to change, insert and delete objects"),
      ] + writing,
      discussion: """
        Writes an address with a secret, which you open in a browser: nobody gets the pages without it, and no \
        other machine reaches them. Nothing is changed without --edit. Ctrl-C ends it.
        """,
      examples: [
        "serve tracker.store", "serve tracker.store --edit", "serve Notes.sqlite --port 8080",
      ], group: stores,
      completion: completion
    ) { invocation, environment in
      let number = try invocation.option("port").map { option in
        guard let port = UInt16(exactly: try option.integer()) else {
          throw option.error("a port is a number from 0 to 65535")
        }
        return port
      }
      let policy = try writePolicy(invocation)
      let pages = try opening {
        try StorePages(
          try invocation.require("STORE").text, model: invocation.option("model")?.text,
          editing: policy)
      }
      for warning in pages.storeWarnings { environment.output.warning(warning) }
      let server = try HTTPServer(port: number ?? 0)
      let gate = HTTPGate(port: server.port, formPaths: pages.formPaths)
      environment.output.answer(gate.address)
      try environment.output.flush()
      await server.run(gate) { pages.answer($0) }
    }
  }
}
