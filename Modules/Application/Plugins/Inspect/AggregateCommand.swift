import Strata
@_spi(Query) import StrataBulk
@_spi(Query) import StrataApplication
import StrataQuery
import StrataQueryText
import StrataShell

/// The command `aggregate`, which computes numbers over the objects of an entity or over groups.
enum AggregateCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["aggregate"], "work out counts, sums and extremes over the objects of an entity",
      arguments: [
        .required("ENTITY", "an entity's name; schema lists them"),
        .rest(
          "AGGREGATE, … [where PREDICATE] [group by KEY, …] [having CONDITION] "
            + "[sort by TERM [desc], …] [limit N] [offset N]", isRequired: true),
      ],
      discussion: """
        An aggregate is count(*), count(PROPERTY), count(distinct PROPERTY), sum(PROPERTY),
        avg(PROPERTY), min(PROPERTY) or max(PROPERTY). Objects whose property is nil don't count. Paths
        go through to-one relationships (item.name). A condition compares aggregates with constants:
        having count(*) > 3 AND max(dataContent.value1) < 10. Groups are sorted by keys or aggregates.
        """,
      examples: [
        "aggregate Item count(*) group by kind",
        "aggregate ItemData count(*), avg(dataContent.value1) group by item.name "
          + "having count(*) > 3 sort by count(*) desc",
        "aggregate ItemData count(*) group by item "
          + "having count(*) > 3 AND max(dataContent.value1) < 10",
      ], group: group, completion: EntityCompletion.queries, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let entity = try environment.entity(try invocation.require("ENTITY"))
    guard let rest = invocation.rest else { return }
    let (query, syntax) = try environment.groupedQuery(rest, entity: entity)
    try GroupTable(query, syntax, environment.output).print(environment.context.groups(query))
  }
}
