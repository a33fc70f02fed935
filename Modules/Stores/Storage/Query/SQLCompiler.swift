import StrataQuery
import StrataSQLite
import StrataSchema

/// Turns query expressions into SQL text and arguments, gathering the joins that paths need.
struct SQLCompiler {
  let tables: Tables
  var arguments: [ColumnValue] = []
  private var scopes: [Int: Scope] = [:]
  private var aliasCount = 0
  private var elementAliases: [Int: String] = [:]

  /// One row that expressions speak of: the object asked about, or a member of a collection.
  private struct Scope {
    let alias: String
    let entity: String
    var joins: [String] = []
    var aliases: [[QueryPath.Step]: (alias: String, entity: String)] = [:]
  }

  init(tables: Tables) { self.tables = tables }

  mutating func declare(variable: Int, entity: String) -> String {
    let alias = "t\(aliasCount)"
    aliasCount += 1
    scopes[variable] = Scope(alias: alias, entity: entity)
    return alias
  }

  mutating func declare(element variable: Int) -> String {
    let alias = "e\(aliasCount)"
    aliasCount += 1
    elementAliases[variable] = alias
    return alias
  }

  func element(_ variable: Int) throws(UnknownEntity) -> String {
    guard let alias = elementAliases[variable] else { throw UnknownEntity(name: "$\(variable)") }
    return alias
  }

  func joins(of variable: Int) -> [String] { scopes[variable]?.joins ?? [] }

  /// The alias of the table at a path's end, joined when it is met first.
  mutating func alias(_ path: QueryPath) throws -> (alias: String, entity: String) {
    guard let scope = scopes[path.variable] else { throw UnknownEntity(name: "$\(path.variable)") }
    guard let step = path.steps.last else { return (scope.alias, scope.entity) }
    if let known = scope.aliases[path.steps] { return known }
    let parent = try alias(
      QueryPath(variable: path.variable, steps: Array(path.steps.dropLast())))
    let table = try tables.table(step.destination)
    let source = try tables.table(parent.entity)
    let link = step.isCast ? EntityTable.key : quoted(source.linkColumn(of: step.relationship))
    let new = (alias: "t\(aliasCount)", entity: step.destination)
    aliasCount += 1
    scopes[path.variable]?.joins.append(
      "LEFT JOIN \(quoted(table.name)) AS \(new.alias) "
        + "ON \(new.alias).\(EntityTable.key) = \(parent.alias).\(link)"
        + table.furtherFilter(new.alias)
        // A cast to what is no relative leads nowhere.
        + (step.isCast && table.name != source.name ? " AND 0" : ""))
    scopes[path.variable]?.aliases[path.steps] = new
    return new
  }

  /// The key at a path's end: the link itself, so that the last table need not be joined.
  mutating func key(_ path: QueryPath) throws -> String {
    guard let step = path.steps.last, !step.isCast else {
      return try alias(path).alias + "." + EntityTable.key
    }
    let parent = try alias(
      QueryPath(variable: path.variable, steps: Array(path.steps.dropLast())))
    let column = try tables.table(parent.entity).linkColumn(of: step.relationship)
    return "\(parent.alias).\(quoted(column))"
  }

  mutating func bind(_ value: ColumnValue) -> String {
    arguments.append(value)
    return "?"
  }

  /// A sub-query over the members of a collection: a row for each, or one number over their values.
  mutating func members(
    _ collection: QueryCollection, _ aggregate: QueryExpression.Aggregate? = nil,
    of value: QueryExpression? = nil,
    where condition: QueryExpression?
  ) throws -> String {
    let owner = try key(collection.owner)
    let table = try tables.table(collection.destination)
    let ownerTable = try tables.table(collection.entity)
    guard
      case .relationship(let relationship)? = ownerTable.entity.property(
        named: collection.relationship)
    else { throw UnknownEntity(name: "\(collection.entity).\(collection.relationship)") }
    let alias = declare(variable: collection.variable, entity: collection.destination)
    // What is selected stands before the condition in the text, and so do its arguments.
    let selected = try value.map { try compile(operand: $0) } ?? "1"
    let from: String
    let link: String
    if relationship.usesLinkTable {
      let end = LinkEnd(LinkTable.make(for: relationship, of: collection.entity))
      let links = "l" + alias
      from = "\(end.links(as: links)) \(end.join(table, as: alias, to: links))"
      link = "\(links).\(end.near) = \(owner)"
    } else {
      from = "\(quoted(table.name)) AS \(alias)"
      let inverse = table.linkColumn(of: relationship.inverseName ?? "")
      link = "\(alias).\(quoted(inverse)) = \(owner)"
    }
    var conditions = [link]
    if let filter = table.filter(alias) { conditions.append(filter) }
    if let condition, condition != .alwaysTrue { conditions.append(try compile(condition)) }
    let joins = joins(of: collection.variable).map { " " + $0 }.joined()
    let source = "FROM \(from)\(joins) WHERE \(conditions.joined(separator: " AND "))"
    guard let aggregate else { return "SELECT \(selected) \(source)" }
    guard value != nil else { return "SELECT \(aggregate.rawValue)(*) \(source)" }
    // An aggregate belongs to the query whose columns it is of. So the value has a column of this
    // one also where it is the owner's and the same for all members.
    return "SELECT \(aggregate.rawValue)(v) FROM (SELECT \(selected) AS v \(source))"
  }
}
