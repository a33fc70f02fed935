package import StrataMigration
package import StrataModel
package import StrataSchema
package import StrataStorage

/// A version of a migration plan, with the structure that its models have in a store.
package struct PlanVersion {
  package let type: any VersionedSchema.Type
  let schema: Schema
  package let structure: StoreStructure

  package var number: Schema.Version { schema.version }

  /// - Parameter keeps: Returns true for entities of the store, if the container has several
  ///   stores.
  init(
    _ type: any VersionedSchema.Type, _ plan: String, keeps: (_ entity: String) -> Bool
  ) throws {
    self.type = type
    schema = Schema(
      type.models.filter { keeps($0._$entity.name) }, version: type.versionIdentifier)
    if let problem = schema.problem {
      throw MigrationError.invalidPlan(
        plan: plan, reason: "version \(schema.version): \(problem)")
    }
    // In an older version, a class that is in another store now may be related to classes of this
    // one.
    if let other = schema.entities.first(where: { !keeps($0.name) }) {
      throw MigrationError.invalidPlan(
        plan: plan,
        reason:
          "version \(schema.version) relates \(other.name), which isn't in this store, to what "
          + "is; migrate to a version without that relationship first, with one configuration")
    }
    structure = StoreStructure(schema)
  }
}

extension [PlanVersion] {
  /// Creates the versions of a plan.
  ///
  /// - Parameter keeps: Returns true for entities of the store, if the container has several
  ///   stores.
  /// - Throws: ``MigrationError/invalidPlan(plan:reason:)``.
  package init(
    of plan: any SchemaMigrationPlan.Type, keeps: (_ entity: String) -> Bool = { _ in true }
  ) throws {
    let name = "\(plan)"
    func invalid(_ reason: String) -> MigrationError { .invalidPlan(plan: name, reason: reason) }
    self = try plan.schemas.map { try PlanVersion($0, name, keeps: keeps) }
    guard !isEmpty else { throw invalid("it has no versions; list them in schemas") }
    for (one, next) in zip(self, dropFirst()) {
      if one.number == next.number {
        throw invalid(
          "\(one.type) and \(next.type) both have the version \(one.number); give each its own "
            + "versionIdentifier")
      }
      if one.number > next.number {
        throw invalid(
          "\(one.type) has version \(one.number) and stands before \(next.type), which has "
            + "\(next.number); list the oldest first")
      }
    }
    var starts: Set<Int> = []
    for stage in plan.stages {
      let from = firstIndex { $0.type == stage.fromVersion }
      let to = firstIndex { $0.type == stage.toVersion }
      guard let from, let to else {
        let missing = from == nil ? stage.fromVersion : stage.toVersion
        throw invalid("a stage names \(missing), which isn't in schemas; add it there")
      }
      guard from < to else {
        throw invalid(
          "a stage leads from \(stage.fromVersion) back to \(stage.toVersion); stages lead to later "
            + "versions")
      }
      guard starts.insert(from).inserted else {
        throw invalid("two stages begin with \(stage.fromVersion); leave one of them out")
      }
    }
  }

  /// The index of the version that a container's models match.
  ///
  /// - Throws: ``MigrationError/schemaNotInPlan(plan:nearest:differences:)``.
  func index(of schema: Schema, _ plan: String) throws -> Int {
    let structure = StoreStructure(schema)
    let same = indices.filter { self[$0].structure == structure }
    // Versions may have the same structure in a store, but have different classes.
    let classes = schema.classes
    if let index = same.last(where: { self[$0].schema.classes == classes }) ?? same.last {
      return index
    }
    let (nearest, differences) = nearest(to: structure)
    throw MigrationError.schemaNotInPlan(
      plan: plan, nearest: nearest,
      differences: differences.map { $0.replacing("the store", with: "the container") })
  }

  /// The index of the version that a store matches, or nil if it matches none.
  ///
  /// The version that the last migration recorded counts, if the tables contain all of it.
  /// Otherwise the store's recorded schema decides, then its tables: the version with the fewest
  /// additional tables and columns in the store. If several versions match equally, the recorded
  /// version decides, or else the latest one.
  func index(of state: StoreState) -> Int? {
    if let planned = state.plannedVersion,
      let index = firstIndex(where: { $0.number == planned }),
      self[index].structure.distance(from: state.structure) != nil
    {
      return index
    }
    for structure in [state.schema.map { StoreStructure($0) }, state.structure] {
      guard let structure else { continue }
      let distances = map { $0.structure.distance(from: structure) }
      guard let least = distances.compactMap({ $0 }).min() else { continue }
      // A program with fewer models may have recorded the schema last, so only an exact match
      // counts.
      guard least == 0 || structure == state.structure else { continue }
      let found = indices.filter { distances[$0] == least }
      return found.last { self[$0].number == state.schema?.version } ?? found.last
    }
    return nil
  }

  /// The version that a store matches.
  ///
  /// - Parameter target: The requested version for an error message, or nil for the last.
  /// - Throws: ``MigrationError/unknownVersion(path:plan:nearest:differences:)``.
  ///   ``MigrationError/backwardMigration(path:store:container:)`` for a later version than the
  ///   last.
  package func version(
    of state: StoreState, path: String, plan: String, for target: PlanVersion? = nil
  ) throws -> PlanVersion {
    let last = self[count - 1]
    let target = target ?? last
    for version in [state.plannedVersion, state.schema?.version].compactMap({ $0 })
    where version > last.number && (version == state.plannedVersion || !hasRecorded(state)) {
      throw MigrationError.backwardMigration(
        path: path, store: version, container: target.number)
    }
    if let index = index(of: state) { return self[index] }
    let (nearest, differences) = nearest(to: state.structure)
    throw MigrationError.unknownVersion(
      path: path, plan: plan, nearest: nearest, differences: differences)
  }

  /// True if a store's recorded schema is that of a version. Its number may be of another program then.
  ///
  /// A later version that only adds something contains all of an earlier one, which therefore isn't enough.
  private func hasRecorded(_ state: StoreState) -> Bool {
    guard let recorded = state.schema.map({ StoreStructure($0) }) else { return false }
    return contains { $0.structure.distance(from: recorded) == 0 }
  }

  /// The version with the fewest differences from a store, and the differences.
  func nearest(to store: StoreStructure) -> (version: Schema.Version, differences: [String]) {
    let all = map { ($0.number, $0.structure.differences(from: store)) }
    // Of several versions with as many differences, the latest is most likely the intended one.
    let nearest = all.reversed().min { $0.1.count < $1.1.count }
    return nearest ?? (Schema.Version(1, 0, 0), [])
  }
}

extension Schema {
  fileprivate var classes: Set<ObjectIdentifier> {
    Set((modelTypes ?? []).map { ObjectIdentifier($0) })
  }
}
