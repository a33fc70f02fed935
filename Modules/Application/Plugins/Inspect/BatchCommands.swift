@_spi(Query) import StrataContexts
@_spi(Query) import StrataBulk
import StrataStack
import Strata
import StrataApplication
import StrataQuery
import StrataShell

/// The commands `update` and `delete`, which change many objects.
///
/// A few objects are changed one by one in the context, so that `undo` can revert that. Many
/// objects are changed by a batch in the store. Between `begin` and `save` there are no batches,
/// since `rollback` couldn't revert them.
enum BatchCommands {
  private static let dryRun = CommandLineOption.flag(
    "dry-run", "say what would be done, and do nothing")

  static func update(
    group: String, discussion: String
  ) -> Command<ApplicationEnvironment> {
    Command(
      ["update"], "set properties of all objects that a predicate finds",
      arguments: [
        .required("ENTITY", "an entity's name; schema lists them"),
        .rest("where PREDICATE set PROPERTY = VALUE, …", isRequired: true),
      ],
      options: [dryRun],
      discussion: """
        A value is a constant, nil, another property, or the property itself plus or minus a number.
        Either all objects change or none; where TRUEPREDICATE means all objects. Options stand before
        where.

        """ + discussion,
      examples: [
        "update Item where unit == \"lb\" set unit = \"kg\", memo = nil",
        "update ItemData --dry-run where dataContent.value1 > 200 "
          + "set dataContent.value1 = dataContent.value1 - 100",
      ], group: group, completion: EntityCompletion.queries, run: update)
  }

  static func delete(
    group: String, discussion: String
  ) -> Command<ApplicationEnvironment> {
    Command(
      ["delete"], "delete an object, or all that a predicate finds",
      arguments: [
        .required("ENTITY/KEY", "an object, or an entity with a predicate"),
        .rest("[where PREDICATE]"),
      ],
      options: [dryRun],
      discussion: """
        What the delete rules of relationships say goes along; it isn't counted. Options stand before
        where.

        """ + discussion,
      examples: ["delete Item/3", "delete ItemData --dry-run where dataContent.value1 < 0"],
      group: group, completion: EntityCompletion.queries, run: delete)
  }

  @MainActor private static func update(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let name = try invocation.require("ENTITY")
    if name.text.contains("/") {
      throw name.error(
        "update takes an entity and a predicate", hint: "set changes one object: set \(name.text) …"
      )
    }
    let entity = try environment.entity(name)
    guard let rest = invocation.rest else { return }
    let (found, assignments) = try environment.update(rest, entity: entity)
    guard let query = found else {
      throw invocation.usageError(
        "which objects of \(entity.name)?",
        hint: "write where and a predicate; where TRUEPREDICATE means all", column: rest.column)
    }
    let context = environment.context
    var count = try context.fetchCount(query)
    if invocation.flag("dry-run") {
      // The objects are counted already.
    } else if environment.isInTransaction || count <= fewObjects {
      let objects = try context.fetch(query)
      try ObjectUpdate(assignments, environment).perform(on: objects)
      count = objects.count
    } else {
      try check(query, assignments, environment)
      guard try await confirms("update", count, invocation, environment) else { return }
      count = try context.batchUpdate(query, assignments)
      forget(count, "updated", environment)
    }
    report("update", "updated", count, invocation, environment)
  }

  /// Tries an update on objects in a scratch context, so that plugins can validate the result.
  ///
  /// If all objects get the same values, one object is enough.
  @MainActor private static func check(
    _ query: Query, _ assignments: [QueryAssignment], _ environment: ApplicationEnvironment
  ) throws {
    let scratch = ModelContext(environment.stack.container)
    var query = query
    let isConstant = assignments.allSatisfy { if case .constant = $0.value { true } else { false } }
    if isConstant { query.limit = 1 }
    try ObjectUpdate(assignments, environment).perform(on: try scratch.fetch(query))
    scratch.rollback()
  }

  @MainActor private static func delete(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws {
    let name = try invocation.require("ENTITY/KEY")
    let isDry = invocation.flag("dry-run")
    let context = environment.context
    var count = 1
    if name.text.contains("/") {
      if let rest = invocation.rest {
        throw invocation.usageError("one object needs no predicate", column: rest.column)
      }
      let object = try ObjectName(name, environment).find(environment)
      if !isDry { object.delete() }
    } else {
      let entity = try environment.entity(name)
      guard invocation.rest != nil else {
        throw invocation.usageError(
          "which objects of \(entity.name)?",
          hint: "name one, as \(entity.name)/1, or write where and a predicate; "
            + "where TRUEPREDICATE means all")
      }
      let query = try environment.query(invocation.rest, entity: entity)
      count = try context.fetchCount(query)
      if isDry {
        // The objects are counted already.
      } else if try environment.isInTransaction || isOfFewObjects(count, entity, environment) {
        let objects = try context.fetch(query)
        for object in objects { object.delete() }
        count = objects.count
      } else {
        guard try await confirms("delete", count, invocation, environment) else { return }
        count = try context.batchDelete(query)
        forget(count, "deleted", environment)
      }
    }
    report("delete", "deleted", count, invocation, environment)
  }

  /// The number of objects up to which they are changed one by one.
  private static let fewObjects = 5000

  /// True if few objects are deleted, including all that a cascade could delete.
  @MainActor private static func isOfFewObjects(
    _ count: Int, _ entity: Schema.Entity, _ environment: ApplicationEnvironment
  ) throws -> Bool {
    guard count <= fewObjects else { return false }
    return try entity.relationships.allSatisfy { relationship in
      guard relationship.deleteRule == .cascade, !relationship.isToOne else { return true }
      let members = try environment.context.fetchCount(Query(entity: relationship.destination))
      return members <= fewObjects
    }
  }

  /// Asks for confirmation if a batch is so large that it can't be undone.
  @MainActor private static func confirms(
    _ verb: String, _ count: Int, _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) async throws -> Bool {
    guard count > fewObjects else { return true }
    let question = "\(verb) \(count) objects? it can't be taken back"
    guard try await environment.confirms(question, invocation) == false else { return true }
    environment.output.message("nothing was changed")
    return false
  }

  @MainActor private static func forget(
    _ count: Int, _ past: String, _ environment: ApplicationEnvironment
  ) {
    if count == 0 { return }
    environment.steps.forget(
      because: "\(count) objects were \(past) at once, which can't be taken back")
  }

  @MainActor private static func report(
    _ verb: String, _ past: String, _ count: Int, _ invocation: Invocation,
    _ environment: ApplicationEnvironment
  ) {
    let objects = "\(count) \(count == 1 ? "object" : "objects")"
    environment.report(
      invocation.flag("dry-run") ? "would \(verb) \(objects)" : "\(past) \(objects)")
  }
}

extension PersistentModel {
  fileprivate func delete() { modelContext?.delete(self) }
}
