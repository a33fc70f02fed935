import Strata
@_spi(Query) import StrataApplication
@_spi(Query) import StrataBulk
import StrataCoreDataStores
import StrataQuery
import StrataQueryText
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// The commands on an open store.
@MainActor enum StoreCommands {
  static let group = "Stores"

  static var all: [Command<StoreEnvironment>] {
    [
      info, schema, tables, fetch, count, aggregate, show, explain, history, changes, difference,
    ]
  }

  private static let entity = Argument.required("ENTITY", "an entity's name; schema lists them")

  private static func completion(
    _ request: CompletionRequest, _ environment: StoreEnvironment
  ) -> [String] {
    request.words.count < 2 ? environment.schema.entities.map(\.name) : []
  }

  private static var info: Command<StoreEnvironment> {
    Command(["info"], "what the store is", group: group) { _, environment in
      try environment.output.print(StoreInformationTable(environment).table)
    }
  }

  private static var schema: Command<StoreEnvironment> {
    Command(
      ["schema"], "the entities, or one entity's properties",
      arguments: [.optional("ENTITY", "an entity's name")], group: group, completion: completion
    ) { invocation, environment in
      let listing = StoredSchemaTable(environment)
      guard let name = invocation.argument("ENTITY") else {
        return try environment.output.print(try listing.entities())
      }
      try environment.output.print(listing.properties(of: try environment.queries.entity(name)))
    }
  }

  private static var tables: Command<StoreEnvironment> {
    Command(
      ["tables"], "the tables of a store of Core Data, or one table's columns",
      arguments: [.optional("TABLE", "a table's name")], group: group
    ) { invocation, environment in
      guard let origin = environment.origin else {
        throw ShellError(
          "\(environment.path) is a store of Strata's own", hint: "schema shows its entities")
      }
      try OutlineTables(try StoreOutline(of: origin.url)).print(invocation, environment.output)
    }
  }

  private static var fetch: Command<StoreEnvironment> {
    Command(
      ["fetch"], "show the objects of an entity",
      arguments: [
        entity, .rest("[where PREDICATE] [sort by KEY [desc], …] [limit N] [offset N]"),
      ],
      options: [
        .value("blobs", "FOLDER", "write each binary value to a file ENTITY-KEY-ATTRIBUTE.bin"),
        .flag("force", "replace files that are there"), StoreEnvironment.deletedOption,
        StoreEnvironment.pastOption,
      ],
      discussion: """
        Columns are those of the entity and of its subentities. With --format json binary values are in \
        base64, otherwise their sizes are shown.
        """,
      examples: [
        "fetch Note where title CONTAINS[c] \"milk\" sort by created desc limit 10",
        "fetch Note --blobs pictures",
      ],
      group: group, completion: completion
    ) { invocation, environment in
      let environment = try environment.state(invocation)
      let entity = try environment.queries.entity(try invocation.require("ENTITY"))
      let query = environment.scoped(
        try environment.queries.query(invocation.rest, entity: entity), invocation)
      let blobs = try invocation.option("blobs").map {
        try BlobFolder($0.text, replaces: invocation.flag("force"))
      }
      if blobs == nil, invocation.flag("force") {
        throw invocation.usageError("--force is for --blobs")
      }
      try StoredObjects(entity, environment, blobs: blobs).print(query, invocation)
    }
  }

  private static var count: Command<StoreEnvironment> {
    Command(
      ["count"], "count the objects of an entity", arguments: [entity, .rest("[where PREDICATE]")],
      options: [StoreEnvironment.deletedOption, StoreEnvironment.pastOption],
      examples: ["count Note where isPinned == true"], group: group, completion: completion
    ) { invocation, environment in
      let environment = try environment.state(invocation)
      let entity = try environment.queries.entity(try invocation.require("ENTITY"))
      let query = environment.scoped(
        try environment.queries.query(invocation.rest, entity: entity), invocation)
      let sql = try SQLQuery(query, select: .count, tables: environment.store.tables)
      let count = try environment.reader.integers(sql).first ?? 0
      try environment.output.print(Table(["count"], rows: [[.integer(count)]]))
    }
  }

  private static var aggregate: Command<StoreEnvironment> {
    Command(
      ["aggregate"], "work out counts, sums and extremes over the objects of an entity",
      arguments: [
        entity,
        .rest(
          "AGGREGATE, … [where PREDICATE] [group by KEY, …] [having CONDITION] "
            + "[sort by TERM [desc], …] [limit N] [offset N]", isRequired: true),
      ], options: [StoreEnvironment.deletedOption, StoreEnvironment.pastOption],
      discussion: """
        An aggregate is count(*), count(PROPERTY), count(distinct PROPERTY), sum(PROPERTY),
        avg(PROPERTY), min(PROPERTY) or max(PROPERTY). Objects whose property is nil don't count.
        """,
      examples: ["aggregate Note count(*), max(created) group by folder.name having count(*) > 3"],
      group: group, completion: completion
    ) { invocation, environment in
      let environment = try environment.state(invocation)
      let entity = try environment.queries.entity(try invocation.require("ENTITY"))
      guard let rest = invocation.rest else { return }
      var (query, syntax) = try environment.queries.groupedQuery(rest, entity: entity)
      query.query = environment.scoped(query.query, invocation)
      try GroupTable(query, syntax, environment.output).print(
        try environment.reader.queryGroups(query))
    }
  }

  private static var show: Command<StoreEnvironment> {
    Command(
      ["show"], "show one object whole",
      arguments: [.required("ENTITY/KEY", "an object, such as Note/3")],
      options: [StoreEnvironment.pastOption],
      examples: ["show Note/1", "show Note/1 --at 2026-02-01"],
      group: group
    ) { invocation, environment in
      let name = try invocation.require("ENTITY/KEY")
      let environment = try environment.state(invocation)
      let (entity, key) = try environment.object(name)
      guard try StoredObjects(entity, environment).print(key) else {
        throw name.error("there is no \(name.text)")
      }
    }
  }

  private static var explain: Command<StoreEnvironment> {
    Command(
      ["explain"], "show the SQL of a query and SQLite's plan for it",
      arguments: [
        entity, .rest("[AGGREGATE, …] [where PREDICATE] [sort by KEY] [limit N]"),
      ],
      options: [
        .flag("analyze", "run the query, and show how many rows it returned"),
        StoreEnvironment.deletedOption,
      ],
      discussion: "Takes what fetch takes, or what aggregate takes.",
      examples: ["explain Note where title == \"Milk\""], group: group, completion: completion
    ) { invocation, environment in
      let entity = try environment.queries.entity(try invocation.require("ENTITY"))
      let sql = try sql(invocation, entity, environment)
      var rows: [[Cell]] = [[.text("sql"), .text(sql.sql)]]
      rows += sql.arguments.map { [.text("value"), .text("\($0)")] }
      rows += try environment.reader.plan(of: sql).map { [.text("plan"), .text($0)] }
      if invocation.flag("analyze") {
        rows.append([.text("rows"), .text("\(try environment.reader.execution(of: sql).rows)")])
      }
      try environment.output.print(Table(["what", "text"], rows: rows))
    }
  }

  private static func sql(
    _ invocation: Invocation, _ entity: Schema.Entity, _ environment: StoreEnvironment
  ) throws -> SQLQuery {
    let rest = invocation.rest
    if let rest, GroupedQuerySyntax.begins(rest.text) {
      var query = try environment.queries.groupedQuery(rest, entity: entity).query
      query.query = environment.scoped(query.query, invocation)
      return try SQLQuery(groups: query, in: environment.store)
    }
    let query = environment.scoped(
      try environment.queries.query(rest, entity: entity), invocation)
    return try SQLQuery(query, select: .rows, tables: environment.store.tables)
  }

  private static var history: Command<StoreEnvironment> {
    Command(
      ["history"], "what was saved when by whom, as far as the store remembers",
      options: StoredHistory.options, examples: ["history --author app --limit 10"], group: group
    ) { invocation, environment in
      try StoredHistory(environment).print(invocation)
    }
  }
}
