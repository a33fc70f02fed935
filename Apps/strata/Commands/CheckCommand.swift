import StrataModelSource
import StrataShell

extension ModelCommands {
  static var check: Command<StrataEnvironment> {
    Command(
      ["model", "check"], "find what may not do what was meant", arguments: [path],
      options: [
        version,
        .flag("cloudkit", "also what CloudKit doesn't take, as for a model that is marked so"),
        .flag("notes", "also what is only worth to know"),
      ],
      discussion: """
        Problems that a store can't be opened with, missing inverses, names that are taken or differ in
        case alone, conditions of fetch requests without an index, and old forms of indexes. The exit
        status is 1 where there are errors or warnings.
        """,
      examples: ["model check Trips.xcdatamodeld --cloudkit"], group: group, completion: completion
    ) { invocation, environment in
      let model = try NamedModel.read(
        try invocation.require("PATH").text, version: invocation.option("model-version")?.text)
      let output = environment.output
      warn([model], output)
      let check = ModelCheck(isForCloudKit: invocation.flag("cloudkit") || model.isForCloudKit)
      let findings = check.findings(in: model.model)
      let shown = findings.filter { invocation.flag("notes") || $0.severity != .note }
      let rows: [[Cell]] = shown.map {
        [
          .text($0.severity.rawValue), .text($0.place.description), .text($0.text),
          .text($0.rule.rawValue),
        ]
      }
      if !rows.isEmpty || output.format != .table {
        try output.print(Table(["severity", "place", "finding", "rule"], rows: rows))
      }
      let serious = findings.count { $0.severity != .note }
      guard serious > 0 else {
        return output.message("nothing found in \(model.name)")
      }
      throw ShellError("\(serious) findings", kind: .reported)
    }
  }
}
