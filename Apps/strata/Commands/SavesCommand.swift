import StrataApplication
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var saves: Command<StrataEnvironment> {
    Command(
      ["saves"], "change how saves share a store on a server",
      arguments: [
        .required("MODE", "serial: one save after the other; concurrent: side by side"),
        .required("STORE", "an address such as postgresql://user@host/database"),
      ],
      discussion: """
        The change waits for the saves that are in progress. Programs that have the store open save as before \
        until they open it again.
        """,
      examples: ["saves concurrent 'postgresql://app@localhost/app?schema=tracker'"],
      group: stores, completion: completion
    ) { invocation, environment in
      let word = try invocation.require("MODE").text
      guard let mode = SaveMode(rawValue: word) else {
        throw ShellError(
          "“\(word)” is no way to save", hint: "it is serial or concurrent", kind: .usage)
      }
      do {
        let name = try invocation.require("STORE").text
        let url = try NamedModel.storeURL(name)
        guard url.isOfServer else {
          throw ShellError(
            "“\(name)” is a file, whose saves always come one after the other",
            hint: "a server's address begins with postgresql://", kind: .usage)
        }
        let former = try Store.changeSaveMode(ofServer: url, to: mode)
        environment.output.message(
          former == mode
            ? "saves of \(Store.path(of: url)) are \(mode.rawValue) already"
            : "saves of \(Store.path(of: url)) were \(former.rawValue) and are \(mode.rawValue) now"
        )
      } catch let error as StorageError {
        throw ShellError(unreadable: error)
      }
    }
  }
}
