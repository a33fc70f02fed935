import Foundation
import StrataManagedObjects
import StrataMigration
import StrataModelSource
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var plan: Command<StrataEnvironment> {
    Command(
      ["store", "plan"], "show what a migration to a model makes of a store of Strata",
      arguments: [OwnStore.argument],
      options: [
        .value(
          "model", "PATH",
          "a folder with .swift files or one file, an .xcdatamodeld, .xcdatamodel, .momd or .mom, or with --sql a store",
          isRequired: true),
        namespace, version, ModelMigrationSteps.configuration,
        .flag("sql", "the statements instead, with what others wait for"),
      ],
      discussion: """
        Each step has its effect, as in model diff, and nothing is changed. A program migrates the store when it \
        opens it, to its classes or its model. The exit status is 1 where a step is refused, and needs a migration \
        plan. With a model file, for a store of managed objects, the steps are those of store migrate. If the \
        stored values decide whether it succeeds, it is rehearsed on a copy in the system's temporary folder.

        --sql prints the statements for review, of a file or of a server. The text of sources doesn't say enough for \
        them: let the new program make a store, which may be empty, and give that as the model. The digest at the end \
        is the one that the program's reviewMigration gets.
        """,
      examples: [
        "store plan tracker.store --model Sources/Models",
        "store plan notes.store --model Notes.xcdatamodeld",
        "store plan tracker.store --model new.store --sql",
      ], group: stores, completion: completion
    ) { invocation, environment in
      guard let model = invocation.option("model")?.text else {
        throw invocation.usageError("--model is missing")
      }
      let output = environment.output
      if invocation.flag("sql") {
        try planInSQL(model, invocation, output)
      } else if try NamedModel.isModel(model) {
        try planForModel(model, invocation, output)
      } else {
        try planForClasses(model, invocation, output)
      }
    }
  }

  /// Prints the statements of a migration to a model file, or to the models of another store.
  private static func planInSQL(
    _ model: String, _ invocation: Invocation, _ output: Output
  ) throws {
    guard invocation.option("namespace") == nil else {
      throw invocation.usageError("--namespace chooses among classes in sources")
    }
    let adaptation: StoreAdaptation
    if let store = try NamedModel.storeOfStrata(model) {
      for option in ["model-version", "configuration"] where invocation.option(option) != nil {
        throw invocation.usageError("--\(option) chooses a part of a model file, not of a store")
      }
      do {
        adaptation = try Store.adaptation(
          at: NamedModel.storeURL(try invocation.require("STORE").text),
          to: Store.openRecorded(at: store).schema)
      } catch let error as StorageError {
        if case .interrupted = error { throw error }
        throw ShellError(unreadable: error)
      }
    } else if try NamedModel.isModel(model) {
      adaptation = try ModelMigrationSteps(model, invocation, output).migration.adaptation
    } else {
      guard FileManager.default.fileExists(atPath: NamedModel.url(model).path) else {
        throw ShellError(unreadable: .cannotOpen(path: model, reason: "there is no such file"))
      }
      throw ShellError(
        "the text of sources doesn't say enough of a model for SQL",
        hint:
          "let a program with the new classes make a store, which may be empty, and give its path as --model"
      )
    }
    guard let script = adaptation.script else {
      throw ShellError(
        adaptation.refusals.map(\.description).joined(separator: "\n"),
        hint:
          "a change that can't be inferred needs a migration plan, whose rehearsal gives its statements"
      )
    }
    guard !script.stages.isEmpty else { return output.message("there is nothing to migrate") }
    output.answer(script.description)
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
