import StrataCoreDataStores
import StrataDescriptions
import StrataShell
import StrataStorage

extension ModelCommands {
  static var importStore: Command<StrataEnvironment> {
    Command(
      ["import"], "writes all of a store of Core Data or SwiftData into a new store",
      arguments: [
        .required("STORE", "the store"), .required("DESTINATION", "the new store's file"),
      ],
      options: [.value("model", "MODEL", "a model file, for a store without a model within")],
      discussion: """
        Objects keep their keys, relationships their orders, and the history its authors and times. What
        can't be written is listed with why; the exit status is 1 then. The store itself is only read.
        """,
      examples: ["import Notes.sqlite notes.store"], group: "Stores", completion: completion
    ) { invocation, environment in
      let given = try invocation.option("model").map { try NamedModel.read($0.text) }
      let store = try CoreDataStore(
        url: NamedModel.url(try invocation.require("STORE").text), model: given?.model)
      for warning in given?.warnings ?? store.warnings { environment.output.warning(warning) }
      let report = try store.importAll(
        to: NamedModel.url(try invocation.require("DESTINATION").text))
      for note in report.notes { environment.output.warning(note) }
      for fault in report.faults {
        environment.output.warning("\(fault.place): \(fault.message)")
      }
      for problem in report.problems { environment.output.warning("\(problem)") }
      try environment.output.print(
        Table(
          ["entity", "objects"],
          rows: report.objectCounts.sorted { $0.key < $1.key }.map {
            [.text($0.key), Cell($0.value)]
          }))
      environment.output.message(
        "imported \(report.objectCounts.values.reduce(0, +)) objects, \(report.linkCount) links and "
          + "\(report.transactionCount) transactions")
      guard report.problemCount == 0 else {
        throw ShellError(
          "\(report.problemCount) values or objects couldn't be imported",
          hint: "the warnings say which, and why")
      }
    }
  }
}
