internal import Strata
public import StrataApplication
public import StrataShell

/// Commands over any entity, by its name: fetch, count, show, set, delete, explain, schema.
public struct InspectPlugin: Plugin {
  /// `Inspect`.
  public let name = "Inspect"
  /// What it brings.
  public let summary = "objects of any entity, by name and predicate"

  /// The plugin.
  public init() {}

  private static let entity = Argument.required("ENTITY", "an entity's name; schema lists them")
  private static let object = Argument.required("ENTITY/KEY", "an object, such as Item/3")
  private static let predicates = """
    A predicate compares properties with values: value > 10 AND name CONTAINS[c] "rain". Paths go
    through to-one relationships (item.name), ANY and ALL through to-many ones (ANY tags.name ==
    "x"). There are AND, OR, NOT, IN {…}, BETWEEN {…, …}, BEGINSWITH, ENDSWITH, LIKE, MATCHES, nil.
    """

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["fetch"], "show the objects of an entity",
        arguments: [
          Self.entity, .rest("[where PREDICATE] [sort by KEY [desc], …] [limit N] [offset N]"),
        ],
        discussion: Self.predicates,
        examples: [
          "fetch Item sort by name", "fetch ItemData where dataContent.value1 > 30 limit 10",
        ], group: name
      ) { invocation, environment in
        let entity = try environment.entity(try invocation.require("ENTITY"))
        let query = try environment.query(invocation.rest, entity: entity)
        try ObjectTable(entity, environment).print(
          try environment.context.fetch(query), invocation)
      },
      Command(
        ["count"], "count the objects of an entity",
        arguments: [Self.entity, .rest("[where PREDICATE]")], discussion: Self.predicates,
        group: name
      ) { invocation, environment in
        let entity = try environment.entity(try invocation.require("ENTITY"))
        let query = try environment.query(invocation.rest, entity: entity)
        let count = try environment.context.fetchCount(query)
        try environment.output.print(Table(["count"], rows: [[Cell(count)]]))
      },
      Command(
        ["show"], "show one object whole", arguments: [Self.object], group: name
      ) { invocation, environment in
        let object = try ObjectName(try invocation.require("ENTITY/KEY"), environment)
        try ObjectTable(object.entity, environment).show(try object.find(environment))
      },
      Command(
        ["set"], "set a property of an object",
        arguments: [
          Self.object, .required("PROPERTY", "its name; a part as content.value1"),
          .required("VALUE", "the new value, nil for none, Item/3 for an object"),
        ], group: name
      ) { invocation, environment in
        let object = try ObjectName(try invocation.require("ENTITY/KEY"), environment)
        try PropertyAssignment(
          try invocation.require("PROPERTY"), try invocation.require("VALUE"), object, environment
        ).perform()
      },
      Command(
        ["delete"], "delete an object, or all that a predicate finds",
        arguments: [
          .required("ENTITY/KEY", "an object, or an entity with a predicate"),
          .rest("[where PREDICATE]"),
        ], group: name
      ) { invocation, environment in try Self.delete(invocation, environment) },
      Command(
        ["explain"], "show the SQL of a query and SQLite's plan for it",
        arguments: [Self.entity, .rest("[where PREDICATE] [sort by KEY] [limit N]")], group: name
      ) { invocation, environment in try Self.explain(invocation, environment) },
      Command(
        ["schema"], "show the entities, or one entity's properties",
        arguments: [.optional("ENTITY", "an entity's name")],
        options: [
          .flag("sql", "as the SQL of the tables"), .flag("json", "as JSON"),
          .flag("mermaid", "as a Mermaid diagram"),
        ], group: name
      ) { invocation, environment in try SchemaListing(invocation, environment).print() },
    ]
  }

  @MainActor private static func delete(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let name = try invocation.require("ENTITY/KEY")
    var objects: [any PersistentModel]
    if name.text.contains("/") {
      if let rest = invocation.rest {
        throw invocation.usageError("one object needs no predicate", column: rest.column)
      }
      objects = [try ObjectName(name, environment).find(environment)]
    } else {
      let entity = try environment.entity(name)
      guard invocation.rest != nil else {
        throw invocation.usageError(
          "which objects of \(entity.name)?",
          hint: "name one, as \(entity.name)/1, or write where and a predicate; "
            + "where TRUEPREDICATE means all")
      }
      let query = try environment.query(invocation.rest, entity: entity)
      objects = try environment.context.fetch(query)
    }
    for object in objects { object.delete() }
    environment.output.message(
      "deleted \(objects.count) \(objects.count == 1 ? "object" : "objects")")
  }

  @MainActor private static func explain(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let entity = try environment.entity(try invocation.require("ENTITY"))
    let query = try environment.query(invocation.rest, entity: entity)
    let (sql, plan) = try environment.context.explain(query)
    var rows: [[Cell]] = [[.text("sql"), .text(sql.sql)]]
    rows += sql.arguments.map { [.text("value"), .text("\($0)")] }
    rows += plan.map { [.text("plan"), .text($0)] }
    try environment.output.print(Table(["what", "text"], rows: rows))
  }
}

extension PersistentModel {
  fileprivate func delete() { modelContext?.delete(self) }
}
