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
        .flag("edit", "with forms to change, insert and delete objects, and to take saves back"),
        .value(
          "names", "ENTITY=ATTRIBUTE,…", "what objects are shown by; their first text without it"),
        .value("timeout", "SECONDS", "how long a page may read; 10 without it"),
      ] + writing,
      discussion: """
        Writes an address with a secret, which you open in a browser: nobody gets the pages without it, and no \
        other machine reaches them. Pages are made one after the other. Nothing is changed without --edit. Ctrl-C ends it.
        """,
      examples: [
        "serve tracker.store", "serve tracker.store --edit", "serve Notes.sqlite --port 8080",
        "serve tracker.store --names Item=unit,Tag=name",
      ], group: stores,
      completion: completion
    ) { invocation, environment in
      let number = try invocation.option("port").map { option in
        guard let port = UInt16(exactly: try option.integer()) else {
          throw option.error("a port is a number from 0 to 65535")
        }
        return port
      }
      var options = StorePages.Options(
        model: invocation.option("model")?.text, policy: try writePolicy(invocation))
      if let names = invocation.option("names") {
        options.nameAttributes = try nameAttributes(names)
      }
      if let timeout = invocation.option("timeout") {
        let seconds = try timeout.integer()
        guard (1...86_400).contains(seconds) else {
          throw timeout.error("a page may read for 1 to 86400 seconds")
        }
        options.patience = .seconds(seconds)
      }
      let path = try invocation.require("STORE").text
      let pages = try opening { [options] in try StorePages(path, options) }
      for warning in pages.storeWarnings { environment.output.warning(warning) }
      let server = try HTTPServer(port: number ?? 0)
      let gate = HTTPGate(port: server.port, formPaths: pages.formPaths)
      environment.output.answer(gate.address)
      try environment.output.flush()
      await server.run(gate) { await pages.answer($0) }
    }
  }

  private static func nameAttributes(_ option: ArgumentValue) throws(ShellError) -> [String: String]
  {
    var names: [String: String] = [:]
    for pair in option.text.split(separator: ",") {
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[1].isEmpty,
        names.updateValue(parts[1], forKey: parts[0]) == nil
      else { throw option.error("“\(pair)” is no entity and attribute, such as Tag=name") }
    }
    return names
  }
}
