import StrataModelSource
import StrataShell

extension ModelCommands {
  static var show: Command<StrataEnvironment> {
    Command(
      ["model", "show"], "show a model's entities and properties", arguments: [path],
      options: [
        version,
        .value(
          "as", "FORM", "a diagram instead of a table",
          choices: DiagramFormat.allCases.map(\.rawValue)),
        .value("output", "FILE", "where a diagram is written; standard output without it"),
        .flag("force", "replace a file that is there"),
      ],
      discussion:
        "--format json has all of a property that others may want to know, an object a line.",
      examples: [
        "model show Trips.xcdatamodeld",
        "model show Trips.xcdatamodeld --as svg --output trips.svg",
      ], group: group, completion: completion
    ) { invocation, environment in
      let model = try NamedModel.read(
        try invocation.require("PATH").text, version: invocation.option("model-version")?.text)
      warn([model], environment.output)
      guard let form = invocation.option("as").flatMap({ DiagramFormat(rawValue: $0.text) }) else {
        if invocation.option("output") != nil {
          throw invocation.usageError(
            "--output is for diagrams", hint: "add --as mermaid or --as svg")
        }
        return try environment.output.print(ModelTable(model.model).table)
      }
      let text = ModelDiagram(model.model).text(form)
      guard let path = invocation.option("output")?.text else {
        return try environment.output.write(data: text.utf8)
      }
      let file = OutputFile(path, replaces: invocation.flag("force"))
      try file.check()
      try file.write(text)
    }
  }
}
