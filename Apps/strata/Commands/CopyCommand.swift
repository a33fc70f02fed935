import StrataApplication
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var copy: Command<StrataEnvironment> {
    Command(
      ["copy"], "copy a store of Strata to a file or to a server",
      arguments: [
        .required(
          "STORE", "the store: a file, or an address such as postgresql://user@host/database"),
        .required("PLACE", "a new file, or the address of a schema without a store"),
      ],
      options: [.flag("force", "replace a file that is there")],
      discussion: """
        Objects, links, history and consumers are copied as they are at one moment, with the store's \
        identifier. Others may use the store meanwhile. The copy is there as a whole, or not at all. The \
        address may name a schema: postgresql://user@host/database?schema=name.
        """,
      examples: [
        "copy tracker.store 'postgresql://app@localhost/app?schema=tracker'",
        "copy 'postgresql://app@localhost/app?schema=tracker' tracker.store",
      ], group: stores, completion: completion
    ) { invocation, environment in
      let output = environment.output
      do {
        let source = try NamedModel.storeURL(try invocation.require("STORE").text)
        let place = try NamedModel.storeURL(try invocation.require("PLACE").text)
        let leftOut = try Store.copy(
          from: source, to: place, overwriting: invocation.flag("force")
        ) { done, total in
          try invocation.checkCancellation()
          output.progress("copying rows", completed: done, total: total)
        }
        for name in leftOut {
          output.warning("\(name) isn't in the store's models, and was not copied")
        }
        output.endProgress()
        output.message("copied \(Store.path(of: source)) to \(Store.path(of: place))")
      } catch let error as StorageError {
        throw ShellError(unreadable: error)
      }
    }
  }
}
