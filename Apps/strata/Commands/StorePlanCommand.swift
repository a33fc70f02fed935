import StrataModelSource
import StrataShell

extension ModelCommands {
  static var plan: Command<StrataEnvironment> {
    Command(
      ["store", "plan"], "show what a migration to a model makes of a store of Strata",
      arguments: [OwnStore.argument],
      options: [
        .value(
          "model", "PATH",
          "a folder with .swift files or one file, or an .xcdatamodeld, .xcdatamodel, .momd or .mom",
          isRequired: true),
        namespace, version, ModelMigrationSteps.configuration,
      ],
      discussion: """
        Each step has its effect, as in model diff, and nothing is changed. A program migrates the store when it \
        opens it, to its classes or its model. The exit status is 1 where a step is refused, and needs a migration \
        plan. With a model file, for a store of managed objects, the steps are those of store migrate. If the \
        stored values decide whether it succeeds, it is rehearsed on a copy in the system's temporary folder.
        """,
      examples: [
        "store plan tracker.store --model Sources/Models",
        "store plan notes.store --model Notes.xcdatamodeld",
      ], group: stores, completion: completion
    ) { invocation, environment in
      guard let model = invocation.option("model")?.text else {
        throw invocation.usageError("--model is missing")
      }
      let output = environment.output
      if try NamedModel.isModel(model) {
        try planForModel(model, invocation, output)
      } else {
        try planForClasses(model, invocation, output)
      }
    }
  }

  private static func planForModel(
    _ model: String, _ invocation: Invocation, _ output: Output
  ) throws {
    guard invocation.option("namespace") == nil else {
      throw invocation.usageError("--namespace chooses among classes in sources, not in \(model)")
    }
    let steps = try ModelMigrationSteps(model, invocation, output, rehearses: true)
    try print(steps.changes, output)
    output.message(steps.verdict)
    guard !steps.isRefused else { throw ShellError("a step is refused", kind: .reported) }
  }

  private static func planForClasses(
    _ sources: String, _ invocation: Invocation, _ output: Output
  ) throws {
    for option in ["model-version", "configuration"] where invocation.option(option) != nil {
      throw invocation.usageError("--\(option) chooses a part of a model file, not of sources")
    }
    // Says that a store of Core Data is none, as the other commands on stores do.
    _ = try OwnStore(invocation)
    let (name, difference) = try drift(
      try invocation.require("STORE").text, version: nil, sources, invocation, output)
    try print(difference.changes, output)
    output.message("\(name): \(verdict(difference))")
    guard difference.isInferable else { throw ShellError("a step is refused", kind: .reported) }
  }
}
