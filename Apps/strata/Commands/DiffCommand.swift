import StrataModelSource
import StrataShell

extension ModelCommands {
  static var diff: Command<StrataEnvironment> {
    Command(
      ["model", "diff"], "compare two models, and tell whether a migration can be inferred",
      arguments: [
        .required("OLD", "a model, or a folder of versions to go through stage by stage"),
        .optional("NEW", "the model to compare with"),
      ],
      options: [
        .value("old-version", "NAME", "which version of OLD"),
        .value("new-version", "NAME", "which version of NEW"),
      ],
      discussion: """
        For each change: “none” where a store stays as it is, “inferred” where a lightweight migration
        does all, “loses” where values are gone afterwards, “refused” where it can't be inferred. The
        exit status is 1 where one is refused.
        """,
      examples: [
        "model diff Trips.xcdatamodeld", "model diff Old.xcdatamodel New.xcdatamodel",
        "model diff Trips.xcdatamodeld Trips.xcdatamodeld --old-version 'Trips 2'",
      ], group: group, completion: completion
    ) { invocation, environment in
      let stages = try stages(invocation)
      let output = environment.output
      warn(stages.map(\.old) + (stages.last.map { [$0.new] } ?? []), output)
      let rows = stages.flatMap { stage in
        stage.difference.changes.map { change -> [Cell] in
          [
            .text(stage.name), .text("\(change.effect)"), .text("\(change.place)"),
            .text(change.text),
          ]
        }
      }
      if !rows.isEmpty || output.format != .table {
        try output.print(Table(["stage", "effect", "place", "change"], rows: rows))
      }
      for stage in stages { output.message("\(stage.name): \(stage.verdict)") }
      let refused = stages.count { !$0.difference.isInferable }
      if refused > 0 { throw ShellError("\(refused) stages are refused", kind: .reported) }
    }
  }

  /// A stage of the comparison: two successive versions.
  private struct Stage {
    let old: NamedModel
    let new: NamedModel
    let difference: ModelDifference

    init(_ old: NamedModel, _ new: NamedModel) {
      self.old = old
      self.new = new
      difference = ModelDifference(from: old.model, to: new.model)
    }

    var name: String { "\(old.name) → \(new.name)" }

    var verdict: String { ModelCommands.verdict(difference) }
  }

  /// The effect of all changes in words.
  nonisolated static func verdict(_ difference: ModelDifference) -> String {
    switch difference.effect {
    case .none: "a store stays as it is"
    case .inferred: "a migration can be inferred"
    case .loses: "a migration can be inferred, and loses values"
    case .refused: "no migration can be inferred"
    }
  }

  private static func stages(_ invocation: Invocation) throws -> [Stage] {
    let old = try invocation.require("OLD").text
    let oldVersion = invocation.option("old-version")?.text
    let newVersion = invocation.option("new-version")?.text
    if let new = invocation["NEW"] {
      return [
        Stage(
          try NamedModel.read(old, version: oldVersion),
          try NamedModel.read(new, version: newVersion))
      ]
    }
    guard oldVersion == nil, newVersion == nil else {
      throw invocation.usageError("a version is chosen of OLD and of NEW", hint: "give NEW too")
    }
    guard let versions = try NamedModel.readVersions(old) else {
      throw invocation.usageError(
        "\(old) is one model, and there is none to compare it with", hint: "give NEW too")
    }
    guard versions.count > 1 else {
      throw ShellError("\(old) has one version", hint: "give another model to compare it with")
    }
    return zip(versions, versions.dropFirst()).map { Stage($0, $1) }
  }
}
