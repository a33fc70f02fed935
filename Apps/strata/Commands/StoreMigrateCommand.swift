import StrataManagedObjects
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var migrate: Command<StrataEnvironment> {
    Command(
      ["store", "migrate"], "migrate a store of managed objects to a model file",
      arguments: [.required("STORE", "the store's file")],
      options: [
        .value(
          "model", "FILE", "an .xcdatamodeld, .xcdatamodel, .momd or .mom", isRequired: true),
        version, ModelMigrationSteps.configuration,
        .value("backup", "FILE", "copy the store to a file first, and check the copy"),
        .flag("yes", "migrate without asking"),
      ],
      discussion: """
        The store is one that a program opens with NSPersistentContainer or a coordinator. It is migrated as the \
        program would do it, which then opens it without a migration. The steps are listed first. If one is \
        refused, the store stays as it is, and the exit status is 1. Close the programs that have the store open: \
        with the older model they may get errors.
        """,
      examples: [
        "store migrate notes.store --model Notes.xcdatamodeld --backup before.store",
        "store migrate notes.store --model Notes.xcdatamodeld --model-version 'Notes 2' --yes",
      ], group: stores, completion: completion
    ) { invocation, environment in
      guard let model = invocation.option("model")?.text else {
        throw invocation.usageError("--model is missing")
      }
      let output = environment.output
      let steps = try ModelMigrationSteps(model, invocation, output)
      try print(steps.changes, output)
      guard steps.migration.isNeeded else { return output.message(steps.verdict) }
      guard !steps.isRefused else {
        throw ShellError(
          "a step is refused, so that \(steps.name) stays as it is",
          hint: "change the model as the step says, or migrate in stages in the program")
      }
      guard try await isConfirmed(steps, asking: invocation, output) else {
        return output.message("nothing was changed")
      }
      try invocation.option("backup").map {
        try OwnStore(invocation).backUp(
          to: $0.text, overwriting: false, unchecked: false, invocation, output)
      }
      do {
        try steps.migration.run()
      } catch let error as StorageError {
        if case .interrupted = error { throw error }
        if case .incompatibleSchema(_, let reason) = error {
          throw ShellError("\(steps.name) stays as it is: \(reason)")
        }
        throw ShellError(unreadable: error)
      }
      output.message("migrated \(steps.name)")
    }
  }

  private static func isConfirmed(
    _ steps: ModelMigrationSteps, asking invocation: Invocation, _ output: Output
  ) async throws -> Bool {
    if invocation.flag("yes") { return true }
    if let answer = try await invocation.confirms("migrate \(steps.name)?", output) {
      return answer
    }
    throw ShellError(
      "\(steps.name) would be migrated, and there is nobody to ask",
      hint: "say so with --yes; store plan only lists the steps")
  }
}
