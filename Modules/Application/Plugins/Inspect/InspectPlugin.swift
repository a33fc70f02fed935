@_spi(Query) import StrataContexts
@_spi(Query) import StrataBulk
internal import Strata
public import StrataApplication
internal import StrataQueryText
public import StrataShell

/// A plugin with commands on any entity, by name: fetch, count, aggregate, sql, show, set, insert,
/// update, delete, explain and schema.
public struct InspectPlugin: Plugin {
  /// `Inspect`.
  public let name = "Inspect"
  /// A summary of its features.
  public let summary = "objects of any entity, by name and predicate"

  /// Makes the plugin.
  public init() {}

  private static let entity = Argument.required("ENTITY", "an entity's name; schema lists them")
  private static let object = Argument.required("ENTITY/KEY", "an object, such as Item/3")
  private static let predicates = """
    A predicate compares properties with values: unit == "kg" AND name CONTAINS[c] "rain". Paths go
    through to-one relationships (item.name), ANY and ALL through to-many ones (ANY tags.name ==
    "x"). There are AND, OR, NOT, IN {…}, BETWEEN {…, …}, BEGINSWITH, ENDSWITH, LIKE, MATCHES, nil.
    schema ENTITY lists the properties.
    """

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    all.map { $0.name == "insert" ? $0 : $0.needing(.existing) }
  }

  private var all: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["fetch"], "show the objects of an entity",
        arguments: [
          Self.entity, .rest("[where PREDICATE] [sort by KEY [desc], …] [limit N] [offset N]"),
        ],
        discussion: Self.predicates,
        examples: [
          "fetch Item sort by name", "fetch ItemData where dataContent.value1 > 30 limit 10",
        ], group: name, completion: EntityCompletion.queries
      ) { invocation, environment in
        let entity = try environment.entity(try invocation.require("ENTITY"))
        let query = try environment.query(invocation.rest, entity: entity)
        try ObjectTable(entity, environment).print(query, invocation)
      },
      Command(
        ["count"], "count the objects of an entity",
        arguments: [Self.entity, .rest("[where PREDICATE]")], discussion: Self.predicates,
        examples: [
          "count Item", "count Item where unit == \"kg\" AND name CONTAINS[c] \"rain\"",
          "count Item where ANY tags.name == \"x\"",
        ], group: name, completion: EntityCompletion.queries
      ) { invocation, environment in
        let entity = try environment.entity(try invocation.require("ENTITY"))
        let query = try environment.query(invocation.rest, entity: entity)
        let count = try environment.context.fetchCount(query)
        try environment.output.print(Table(["count"], rows: [[Cell(count)]]))
      },
      AggregateCommand.command(group: name),
      SQLCommand.command(group: name),
      Command(
        ["show"], "show one object whole", arguments: [Self.object], examples: ["show Item/1"],
        group: name,
        completion: EntityCompletion.objects
      ) { invocation, environment in
        let object = try ObjectName(try invocation.require("ENTITY/KEY"), environment)
        let model = try object.find(environment)
        try ObjectTable(object.entity(of: model, environment), environment).show(model)
      },
      Command(
        ["set"], "set a property of an object",
        arguments: [
          Self.object, .required("PROPERTY", "its name; a part as dataContent.value1"),
          .required("VALUE", "the new value, nil for none, Item/3 for an object"),
        ], examples: ["set Item/1 unit kg", "set ItemData/1 dataContent.value1 98.6"], group: name,
        completion: EntityCompletion.objects
      ) { invocation, environment in
        let object = try ObjectName(try invocation.require("ENTITY/KEY"), environment)
        let model = try object.find(environment)
        try PropertyAssignment(
          try invocation.require("PROPERTY"), try invocation.require("VALUE"),
          entity: object.entity(of: model, environment), environment
        ).perform(on: model)
      },
      LinkCommands.link(group: name),
      LinkCommands.unlink(group: name),
      InsertCommand.command(group: name),
      BatchCommands.update(group: name, discussion: Self.predicates),
      BatchCommands.delete(group: name, discussion: Self.predicates),
      Command(
        ["explain"], "show the SQL of a query and the engine's plan for it",
        arguments: [
          Self.entity, .rest("[AGGREGATE, …] [where PREDICATE] [sort by KEY] [limit N]"),
        ],
        options: [
          .flag("analyze", "run the query, and show how many rows and round trips it took")
        ],
        discussion: """
          Takes what fetch takes, or what aggregate takes. In SQLite's plan SEARCH … USING INDEX means that
          an index is used, SCAN that all rows are looked at. On a server they are Index Scan and Seq Scan.
          """,
        examples: [
          "explain ItemData where dataContent.value1 BETWEEN {30, 31}",
          "explain ItemData avg(dataContent.value1) group by item",
        ], group: name, completion: EntityCompletion.queries
      ) { invocation, environment in try Self.explain(invocation, environment) },
      Command(
        ["schema"], "show the entities, or one entity's properties",
        arguments: [.optional("ENTITY", "an entity's name")],
        options: [
          .flag("sql", "as the SQL of the tables"), .flag("json", "as JSON"),
          .flag("mermaid", "as a Mermaid diagram"),
        ], examples: ["schema", "schema ItemData", "schema --sql"], group: name,
        completion: EntityCompletion.queries
      ) { invocation, environment in try SchemaListing(invocation, environment).print() },
    ]
  }

  @MainActor private static func explain(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let entity = try environment.entity(try invocation.require("ENTITY"))
    let analyze = invocation.flag("analyze")
    let explanation =
      if let rest = invocation.rest, GroupedQuerySyntax.begins(rest.text) {
        try environment.context.explain(
          try environment.groupedQuery(rest, entity: entity).query, analyze: analyze)
      } else {
        try environment.context.explain(
          try environment.query(invocation.rest, entity: entity), analyze: analyze)
      }
    var rows: [[Cell]] = [[.text("sql"), .text(explanation.sql.sql)]]
    rows += explanation.sql.arguments.map { [.text("value"), .text("\($0)")] }
    rows += explanation.plan.map { [.text("plan"), .text($0)] }
    if let execution = explanation.execution {
      rows.append([.text("rows"), .text("\(execution.rows)")])
      rows.append([.text("round trips"), .text("\(execution.roundTrips)")])
    }
    try environment.output.print(Table(["what", "text"], rows: rows))
  }
}
