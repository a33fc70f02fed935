import Foundation
package import StrataMigration
import StrataModel
import StrataObservation
import StrataSQLite
package import StrataSchema
import StrataStorage

/// Runs a plan's stages on one store.
package struct StagedMigration {
  private let plan: any SchemaMigrationPlan.Type
  private var versions: [PlanVersion]
  /// The index of the version to migrate to.
  private let target: Int
  private let configuration: ModelConfiguration
  private let schema: Schema
  private let others: Set<String>
  /// Reports each step.
  private let report: @Sendable (MigrationProgress) -> Void

  /// - Parameters:
  ///   - schema: The schema of the store.
  ///   - others: The entities of the container's other stores.
  /// - Throws: ``MigrationError`` if the plan is inconsistent or doesn't contain the models.
  package init(
    _ plan: any SchemaMigrationPlan.Type, _ schema: Schema, _ configuration: ModelConfiguration,
    others: Set<String> = []
  ) throws {
    let (logger, progress) = (configuration.logger, configuration.migrationProgress)
    report = { step in
      logger.log(.info, "migrating \(step.url.path): \(step)")
      progress?(step)
    }
    self.plan = plan
    self.configuration = configuration
    self.others = others
    versions = try [PlanVersion](of: plan) { !others.contains($0) }
    self.schema = try schema.limited(to: versions)
    target = try versions.index(of: self.schema, "\(plan)")
  }

  /// Migrates the store to the version of the container's models, if a store exists.
  ///
  /// - Throws: ``MigrationError``, `StorageError`. Nothing has changed then.
  mutating func run(_ observation: StoreObservation) throws {
    let (server, url) = (configuration.serverURL?.url, configuration.url)
    guard server != nil || configuration.fileURL != nil else { return }
    guard configuration.allowsSave else {
      guard let state = try StoreState.read(at: server ?? url, isReadOnly: true) else { return }
      try leaveOut(state)
      let start = try locate(state, path)
      guard start == target else {
        throw MigrationError.readOnly(
          path: path, store: versions[start].number, container: versions[target].number)
      }
      return
    }
    if let server { return try run(onServer: server, observation) }
    let rehearsal = try StoreRehearsal(at: url)
    defer { rehearsal.release() }
    guard let state = try rehearsal.state() else { return }
    try leaveOut(state)
    let start = try locate(state, path)
    guard start != target else { return }
    try observation.operation(.migration) {
      try rehearsal.run { try review(migrate(.copy($0), from: start)) }
    }
    report(MigrationProgress(url, versions[start].number, versions[target].number, .done))
  }

  private mutating func run(onServer url: URL, _ observation: StoreObservation) throws {
    let migration = try ServerMigration(at: url)
    guard let state = try migration.state() else { return }
    try leaveOut(state)
    let start = try locate(state, path)
    guard start != target else { return }
    try observation.operation(.migration) {
      try review(migrate(.server(migration), from: start))
      try migration.commit()
    }
    report(
      MigrationProgress(
        configuration.url, versions[start].number, versions[target].number, .done))
  }

  private var path: String { Store.path(of: configuration.url) }

  private func review(_ stages: [MigrationScript.Stage]) throws {
    try configuration.reviewMigration?(script(of: stages))
  }

  private func script(of stages: [MigrationScript.Stage]) -> MigrationScript {
    MigrationScript(
      store: path, isOnServer: configuration.serverURL != nil, stages: stages)
  }

  /// Migrates a copy of the store, reports each step, and deletes the copy. On a server, it migrates the store in a
  /// transaction that it rolls back, and others can't save meanwhile.
  ///
  /// - Returns: The version of the store, the version after the migration, and the statements.
  /// - Throws: as ``run()``. `StorageError.cannotOpen` if there is no store.
  package mutating func rehearse() throws -> (
    from: Schema.Version, to: Schema.Version, script: MigrationScript
  ) {
    let url = configuration.url
    let server = try configuration.serverURL.map { try ServerMigration(at: $0.url) }
    guard
      let state = try server.map({ try $0.state() })
        ?? StoreState.read(at: url, isReadOnly: true)
    else {
      throw StorageError.cannotOpen(path: path, reason: "it is empty")
    }
    try leaveOut(state)
    let start = try locate(state, path)
    var stages: [MigrationScript.Stage] = []
    if start != target {
      if let server {
        stages = try migrate(.server(server), from: start)
      } else {
        try StoreRehearsal.dryRun(at: url) { stages = try migrate(.copy($0), from: start) }
      }
    }
    return (versions[start].number, versions[target].number, script(of: stages))
  }

  /// The version of the plan that the store is after the migration.
  var version: Schema.Version { versions[target].number }

  // An entity that later versions lack may have been in any of the container's stores.
  private mutating func leaveOut(_ state: StoreState) throws {
    guard !others.isEmpty else { return }
    versions = try [PlanVersion](of: plan) { [schema, others] name in
      !others.contains(name) && (schema.entitiesByName[name] != nil || state.has(name))
    }
  }

  private func locate(_ state: StoreState, _ path: String) throws -> Int {
    let version = try versions.version(
      of: state, path: path, plan: "\(plan)", for: versions[target])
    let found = versions.firstIndex { $0.type == version.type } ?? target
    guard found <= target else {
      throw MigrationError.backwardMigration(
        path: path, store: version.number, container: versions[target].number)
    }
    return found
  }

  /// The store that the stages migrate.
  private enum Target {
    /// A copy of a file.
    case copy(URL)
    /// The tables on a server, in a transaction.
    case server(ServerMigration)
  }

  /// - Returns: The stages that have run, with their statements.
  private func migrate(_ store: Target, from start: Int) throws -> [MigrationScript.Stage] {
    let before = try faults(store, versions[start])
    // The content of a file that is damaged itself is unreliable, so don't go on.
    if let damage = before.first(where: { $0.kind == .file }) {
      throw StorageError.corrupt(path: path, reason: damage.message)
    }
    var index = start
    var done: [MigrationScript.Stage] = []
    while index < target {
      let stage = plan.stages.first { $0.fromVersion == versions[index].type }
      let next = stage.flatMap { stage in
        versions.firstIndex { $0.type == stage.toVersion }
      }
      // A stage that leads past the container's version can't be used. Infer the changes instead.
      let isOnTheWay = next.map { $0 <= target } ?? false
      let end = isOnTheWay ? next ?? index + 1 : index + 1
      done.append(
        try run(
          isOnTheWay ? stage : nil, store, versions[index], versions[end], done.count + 1))
      index = end
    }
    let found = try faults(store, versions[target]).subtracting(before)
    guard found.isEmpty else {
      throw MigrationError.checkFailed(
        path: path, to: versions[target].number,
        faults: found.map { "\($0.place) \($0.message)" }.sorted())
    }
    return done
  }

  private func run(
    _ stage: MigrationStage?, _ store: Target, _ from: PlanVersion, _ to: PlanVersion,
    _ number: Int
  ) throws -> MigrationScript.Stage {
    let label = stage?.label
    let stage = stage?.unlabeled
    func part<Result>(
      _ part: MigrationError.Part, _ body: () throws -> Result
    ) throws -> Result {
      MigrationProbe.reach(part.rawValue)
      report(
        MigrationProgress(
          configuration.url, from.number, to.number,
          .stage(number, label: label, part: part)))
      do {
        return try body()
      } catch {
        throw MigrationError.stageFailed(
          path: path, from: from.number, to: to.number, part: part,
          error: error.reported(at: path))
      }
    }
    var (runsWillMigrate, runsDidMigrate) = (false, false)
    if case .custom(_, _, let willMigrate?, _)? = stage {
      runsWillMigrate = true
      try part(.willMigrate) { try work(on: store, from, willMigrate) }
    }
    let done = try part(.lightweight) {
      switch store {
      case .copy(let copy):
        try Store.migrate(
          at: copy.path, from: from.schema, to: to.schema, version: to.number)
      case .server(let migration):
        try migration.migrate(from: from.schema, to: to.schema, version: to.number)
      }
    }
    if case .custom(_, _, _, let didMigrate?)? = stage {
      runsDidMigrate = true
      try part(.didMigrate) { try work(on: store, to, didMigrate) }
    }
    return done.titled(
      "\(from.number) to \(to.number)\(label.map { ": \($0)" } ?? "")",
      runsWillMigrate: runsWillMigrate, runsDidMigrate: runsDidMigrate)
  }

  private func work(
    on store: Target, _ version: PlanVersion, _ body: (ModelContext) throws -> Void
  ) throws {
    let context = try context(store, version)
    context.author = TransactionAuthor.migration.name
    try body(context)
    try context.save()
  }

  private func faults(_ store: Target, _ version: PlanVersion) throws -> Set<StoreFault> {
    Set(try context(store, version).checkStore())
  }

  private func context(_ store: Target, _ version: PlanVersion) throws -> ModelContext {
    let policy = configuration.uniqueConflictPolicy
    switch store {
    case .copy(let copy):
      var configuration = ModelConfiguration(configuration.name, url: copy)
      configuration.uniqueConflictPolicy = policy
      return ModelContext(
        try ModelContainer(for: version.schema, configurations: [configuration]))
    case .server(let migration):
      var configuration = ModelConfiguration(configuration.name, url: configuration.url)
      configuration.uniqueConflictPolicy = policy
      return ModelContext(
        try ModelContainer(version.schema, configuration, migration.open(version.schema)))
    }
  }
}

extension Schema {
  /// The part of the schema that a plan covers.
  ///
  /// A container may have models that no version contains, such as those of a plugin. They are
  /// migrated as without a plan.
  fileprivate func limited(to versions: [PlanVersion]) throws -> Schema {
    let planned = Set(versions.flatMap { $0.schema.entitiesByName.keys })
    let isCovered = entitiesByName.keys.allSatisfy(planned.contains)
    guard let types = models, !isCovered else { return self }
    return Schema(types.filter { planned.contains($0._$entity.name) }, version: version)
  }
}

extension Error {
  /// A copy of the error with the path of the store instead of the copy.
  fileprivate func reported(at path: String) -> any Error {
    guard case .incompatibleSchema(_, let reason)? = self as? StorageError else { return self }
    return StorageError.incompatibleSchema(path: path, reason: reason)
  }
}
