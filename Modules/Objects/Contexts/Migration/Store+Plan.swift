import Foundation
import StrataMigration
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

extension Store {
  /// Runs a plan's stages on a configuration's store, then opens it for a schema.
  ///
  /// - Parameter others: The entities of the container's other stores.
  /// - Throws: ``MigrationError``, `StorageError`.
  static func open(
    _ schema: Schema, _ configuration: ModelConfiguration,
    _ plan: (any SchemaMigrationPlan.Type)?, others: Set<String> = []
  ) throws -> Store {
    let observation = configuration.observation
    return try observation.operation(.open) {
      try open(schema, configuration, plan, others: others, observation)
    }
  }

  private static func open(
    _ schema: Schema, _ configuration: ModelConfiguration,
    _ plan: (any SchemaMigrationPlan.Type)?, others: Set<String>, _ observation: StoreObservation
  ) throws -> Store {
    // Creates only the program's own folder. With a URL, the caller must create the folder.
    if configuration.isNamedFile {
      try FileManager.default.createDirectory(
        at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let url = configuration.fileURL ?? configuration.serverURL?.url
    let isReadOnly = !configuration.allowsSave
    let record = try url.map {
      try AdaptationRecord(
        of: schema, plan: plan?.signature(others: others),
        in: $0.isOfServer ? .postgreSQL : .sqlite)
    }
    func open(plannedVersion: Schema.Version?) throws -> Store {
      try Store.open(
        schema, at: url, isReadOnly: isReadOnly, durability: configuration.durability,
        busyTimeout: configuration.busySeconds, record, plannedVersion: plannedVersion,
        observation: observation, review: configuration.reviewMigration)
    }
    guard let plan else { return try open(plannedVersion: nil) }
    var adapted: Store?
    if let url, let record {
      adapted = try Store.openAdapted(
        schema, at: url, isReadOnly: isReadOnly, durability: configuration.durability,
        busyTimeout: configuration.busySeconds, record, observation: observation)
    }
    if let adapted, !PlanVersion.areAlwaysChecked { return adapted }
    var migration = try StagedMigration(plan, schema, configuration, others: others)
    if let adapted { return adapted }
    try migration.run(observation)
    return try open(plannedVersion: migration.version)
  }
}

extension PlanVersion {
  /// True in debug builds, where a plan that contradicts itself is an error even if the store needs
  /// no migration. In release builds, the record of a store that needs none stands for the plan.
  static var areAlwaysChecked: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }
}

extension SchemaMigrationPlan {
  /// The names and versions that distinguish the plan from others and from its own later forms.
  ///
  /// - Parameter others: The entities of the container's other stores.
  static func signature(others: Set<String>) -> [String] {
    // `String(reflecting:)` would ask each type for a description of its own, which is a search of
    // all conformances of the program.
    var parts = [_typeName(Self.self)]
    for version in schemas {
      let number = version.versionIdentifier
      parts += [_typeName(version), "\(number.major).\(number.minor).\(number.patch)"]
      parts += version.models.map { _typeName($0) }
    }
    for stage in stages { parts += [_typeName(stage.fromVersion), _typeName(stage.toVersion)] }
    return parts + others.sorted()
  }
}
