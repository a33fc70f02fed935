import StrataModelSource
import StrataShell

extension ModelCommands {
  static let namespace = CommandLineOption.value(
    "namespace", "NAME", "the type around the classes, where sources have several versions")

  static var verify: Command<StrataEnvironment> {
    Command(
      ["model", "verify"], "compare classes with a store or a model, for tests",
      arguments: [.required("SOURCES", "a folder with .swift files, or one file")],
      options: [
        .value(
          "against", "PATH",
          "a store of Strata, or a model: .xcdatamodeld, .xcdatamodel, .momd or .mom",
          isRequired: true),
        namespace, version,
      ],
      discussion: """
        Exit status 0 if the classes with @Model say the same, 1 if they differ, and 2 or 3 for anything else. \
        The sources are read, not compiled: an attribute of a type that they don't declare is compared without its type.
        """,
      examples: [
        "model verify Sources --against tracker.store",
        "model verify Sources --against Trips.xcdatamodeld --model-version 'Trips 2'",
      ], group: group, completion: completion
    ) { invocation, environment in
      guard let against = invocation.option("against")?.text else {
        throw invocation.usageError("--against is missing")
      }
      let (name, difference) = try drift(
        against, version: invocation.option("model-version")?.text,
        try invocation.require("SOURCES").text, invocation, environment.output)
      try print(difference.changes, environment.output)
      guard difference.changes.isEmpty else {
        let count = difference.changes.count
        throw ShellError(
          count == 1 ? "the classes differ in a place" : "the classes differ in \(count) places",
          kind: .reported)
      }
      environment.output.message("the classes say what \(name) says")
    }
  }

  static func drift(
    _ path: String, version: String?, _ sources: String, _ invocation: Invocation, _ output: Output
  ) throws -> (name: String, difference: ModelDifference) {
    let model = try NamedModel.read(path, version: version)
    warn([model], output)
    let classes = try SwiftSources(sources).model(namespace: invocation.option("namespace")?.text)
    for (place, type) in classes.unread.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      output.warning(
        "\(place): the sources don't say how \(type) is stored; its type isn't compared")
    }
    let drift = ModelDrift(from: model.model, isRecorded: model.isOfStrata, to: classes)
    return (model.name, drift.difference)
  }

  static func print(_ changes: [ModelChange], _ output: Output) throws {
    guard !changes.isEmpty || output.format != .table else { return }
    try output.print(
      Table(
        ["effect", "place", "change"],
        rows: changes.map {
          [.text("\($0.effect)"), .text("\($0.place)"), .text($0.text)]
        }))
  }
}
