import Foundation
import StrataDescriptions
import StrataManagedObjects
import StrataMigration
import StrataModelSource
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// The steps by which a store of managed objects is migrated to a model file.
@MainActor struct ModelMigrationSteps {
  /// The option that chooses the part of a model that a store has.
  static let configuration = CommandLineOption.value(
    "configuration", "NAME",
    "the configuration of the model whose entities the store has; Default for all")

  /// The name of the store.
  let name: String
  let migration: ModelMigration
  /// The steps. Empty if there is nothing to migrate.
  private(set) var changes: [ModelChange] = []

  /// Compares the store of a call with a model.
  ///
  /// - Parameters:
  ///   - path: The path of the model file.
  ///   - rehearses: True to migrate a copy if the stored values decide whether that succeeds.
  /// - Throws: ``ShellError``, and the errors of ``ModelMigration``.
  init(_ path: String, _ invocation: Invocation, _ output: Output, rehearses: Bool = false) throws {
    let model = try Self.model(path, invocation, output)
    let configuration = try Self.configuration(of: model, invocation)
    let counts: [String: Int64]
    do {
      let url = try NamedModel.storeURL(try invocation.require("STORE").text)
      name = url.isOfServer ? Store.path(of: url) : url.lastPathComponent
      migration = try ModelMigration(of: url, to: model.model, configuration: configuration)
      counts = Dictionary(
        try Store.openRecorded(at: url).makeReader().information().objectCounts.map {
          ($0.entity, Int64($0.count))
        }, uniquingKeysWith: { first, _ in first })
    } catch let error as StorageError {
      if case .interrupted = error { throw error }
      throw ShellError(unreadable: error)
    }
    guard migration.isNeeded else { return }
    changes = Self.changes(of: migration, counts)
    if rehearses, !isRefused, migration.adaptation.dependsOnRows {
      do {
        try migration.rehearse()
      } catch StorageError.incompatibleSchema(_, let reason) {
        changes.append(Self.change(refusedBecause: reason, of: migration.schema))
      } catch let error as StorageError {
        if case .interrupted = error { throw error }
        throw ShellError(unreadable: error)
      }
    }
  }

  /// True if a step can't be done.
  var isRefused: Bool { changes.contains { $0.effect == .refused } }

  /// The result in words.
  var verdict: String {
    guard migration.isNeeded else { return "\(name): there is nothing to migrate" }
    return isRefused ? "\(name): it can't be migrated" : "\(name): it can be migrated"
  }

  private static func model(
    _ path: String, _ invocation: Invocation, _ output: Output
  ) throws -> NamedModel {
    guard
      try NamedModel.isModel(path)
        || !FileManager.default.fileExists(atPath: NamedModel.url(path).path)
    else {
      throw ShellError(
        "\(path) is no model file, and the text of sources doesn't say all of a model",
        hint:
          "give an .xcdatamodeld, .xcdatamodel, .momd or .mom; store plan --model SOURCES lists the steps to classes"
      )
    }
    let model = try NamedModel.read(path, version: invocation.option("model-version")?.text)
    guard !model.isOfStrata else {
      throw ShellError(
        "\(path) is a store of Strata, whose record doesn't say all of a model",
        hint: "give an .xcdatamodeld, .xcdatamodel, .momd or .mom, or --sql for the statements")
    }
    ModelCommands.warn([model], output)
    return model
  }

  /// The configuration that the store is of. A model with configurations doesn't say which of them a store has.
  private static func configuration(
    of model: NamedModel, _ invocation: Invocation
  ) throws(ShellError) -> String? {
    if let given = invocation.option("configuration")?.text { return given }
    let names = model.model.configurations.map(\.name)
    guard names.isEmpty else {
      throw ShellError(
        "\(model.name) has the configurations \(names.joined(separator: ", ")), and doesn't say of which the store is",
        hint:
          "--configuration NAME, as the program opens the store, or --configuration Default for all entities"
      )
    }
    return nil
  }

  private static func changes(
    of migration: ModelMigration, _ counts: [String: Int64]
  ) -> [ModelChange] {
    let (recorded, schema) = (migration.adaptation.recorded, migration.schema)
    let refusals = migration.adaptation.refusals
    let refused = Set(refusals.map(\.subject))
    var changes = ModelDrift(from: recorded, to: schema).difference.changes.filter { change in
      guard !refused.contains("\(change.place)") else { return false }
      // Entities that an earlier migration has left in the store, or that other programs have there.
      guard let entity = change.place.entity, schema.entitiesByName[entity] == nil else {
        return true
      }
      return migration.formerEntities.contains(entity)
    }
    changes += refusals.map {
      ModelChange(.refused, place(of: $0.subject), "\($0.reason); \($0.remedy)")
    }
    for entity in schema.entities where recorded.entitiesByName[entity.name] == nil {
      guard entity.originalName != entity.name, let count = counts[entity.originalName], count > 0,
        schema.entitiesByName[entity.originalName] == nil
      else { continue }
      changes.append(
        ModelChange(
          .refused, ModelPlace(entity: entity.name),
          "was called \(entity.originalName), and a migration doesn't rename entities: "
            + "\(count == 1 ? "1 object" : "\(count) objects") would stay there; copy them in a version that has both entities"
        ))
    }
    let places = Set(changes.compactMap(\.place.entity))
    changes += migration.changedEntities.subtracting(places).sorted().map {
      ModelChange(.none, ModelPlace(entity: $0), "has another version, which the store records")
    }
    if changes.isEmpty {
      changes = [
        ModelChange(
          .inferred, ModelPlace(), "the store's tables and record are made those of the model")
      ]
    }
    return changes
  }

  /// The place of an entity, or of a property as `Entity.property`.
  private static func place(of subject: String) -> ModelPlace {
    let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
    return ModelPlace(entity: parts.first, property: parts.count > 1 ? parts[1] : nil)
  }

  /// The refusal of a rehearsal, whose reason begins with the entity or property if it is about one.
  private static func change(refusedBecause reason: String, of schema: Schema) -> ModelChange {
    let parts = reason.split(separator: " ", maxSplits: 1).map(String.init)
    let place = place(of: parts.first ?? "")
    guard parts.count == 2, let entity = place.entity, schema.entitiesByName[entity] != nil else {
      return ModelChange(.refused, ModelPlace(), reason)
    }
    return ModelChange(.refused, place, parts[1])
  }
}
