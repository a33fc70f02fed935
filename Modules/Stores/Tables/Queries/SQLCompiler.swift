import StrataQuery
import StrataSQLite
import StrataSchema

/// Compiles query expressions to SQL, and collects the joins that paths need.
struct SQLCompiler {
  let tables: Tables
  var dialect: SQLDialect { tables.dialect }
  private var scopes: [Int: Scope] = [:]
  private var aliasCount = 0
  private var elementAliases: [Int: SQL] = [:]

  /// A row that expressions refer to: the object that the query finds, or a member of a collection.
  private struct Scope {
    let alias: SQL
    let entity: String
    var joins: SQL = ""
    var aliases: [[QueryPath.Step]: (alias: SQL, entity: String)] = [:]
  }

  init(tables: Tables) { self.tables = tables }

  /// Declares a variable for the rows of an entity, and returns the alias of its table.
  mutating func declare(variable: Int, entity: String) -> SQL {
    let alias = newAlias("t")
    scopes[variable] = Scope(alias: alias, entity: entity)
    return alias
  }

  /// Declares a variable for the elements of a JSON text, and returns their alias.
  mutating func declare(element variable: Int) -> SQL {
    let alias = newAlias("e")
    elementAliases[variable] = alias
    return alias
  }

  mutating func newAlias(_ letter: SQL) -> SQL {
    defer { aliasCount += 1 }
    return "\(letter)\(aliasCount)"
  }

  /// The alias of a variable for the elements of a JSON text.
  func element(_ variable: Int) throws(UnknownEntity) -> SQL {
    guard let alias = elementAliases[variable] else { throw UnknownEntity(name: "$\(variable)") }
    return alias
  }

  /// Adds a join to those of a variable.
  mutating func join(_ join: SQL, to variable: Int) { scopes[variable]?.joins += " \(join)" }

  /// The joins that the paths of a variable need, each with a space before it.
  func joins(of variable: Int) -> SQL { scopes[variable]?.joins ?? "" }

  /// The alias of the table at a path's end. The first path that needs the table adds its join.
  mutating func alias(_ path: QueryPath) throws -> (alias: SQL, entity: String) {
    guard let scope = scopes[path.variable] else { throw UnknownEntity(name: "$\(path.variable)") }
    guard let step = path.steps.last else { return (scope.alias, scope.entity) }
    if let known = scope.aliases[path.steps] { return known }
    let parent = try alias(
      QueryPath(variable: path.variable, steps: Array(path.steps.dropLast())))
    let table = try tables.table(step.destination)
    let source = try tables.table(parent.entity)
    let link: SQL =
      step.isCast ? .key : "\(name: source.linkColumn(of: step.relationship))"
    let new = (alias: newAlias("t"), entity: step.destination)
    var join: SQL = """
      LEFT JOIN \(table) AS \(new.alias) \
      ON \(new.alias).\(.key) = \(parent.alias).\(link)\(table.furtherFilter(new.alias))
      """
    // A cast to an unrelated class finds no object.
    if step.isCast, table.name != source.name { join += " AND \(dialect.condition(false))" }
    scopes[path.variable]?.joins += " \(join)"
    scopes[path.variable]?.aliases[path.steps] = new
    return new
  }

  /// The key at a path's end: the link itself, so that the last table need not be joined.
  mutating func key(_ path: QueryPath) throws -> SQL {
    guard let step = path.steps.last, !step.isCast else {
      return "\(try alias(path).alias).\(.key)"
    }
    let parent = try alias(
      QueryPath(variable: path.variable, steps: Array(path.steps.dropLast())))
    let column = try tables.table(parent.entity).linkColumn(of: step.relationship)
    return "\(parent.alias).\(name: column)"
  }

  /// A sub-query over the members of a collection: a row for each, or one number over their values.
  mutating func members(
    _ collection: QueryCollection, _ aggregate: QueryExpression.Aggregate? = nil,
    of value: QueryExpression? = nil,
    where condition: QueryExpression?
  ) throws -> SQL {
    let owner = try key(collection.owner)
    let table = try tables.table(collection.destination)
    let ownerTable = try tables.table(collection.entity)
    guard
      case .relationship(let relationship)? = ownerTable.entity.property(
        named: collection.relationship)
    else { throw UnknownEntity(name: "\(collection.entity).\(collection.relationship)") }
    let alias = declare(variable: collection.variable, entity: collection.destination)
    let from: SQL
    let link: SQL
    if relationship.usesLinkTable {
      let end = LinkEnd(LinkTable.make(for: relationship, of: collection.entity))
      let links: SQL = "l\(alias)"
      from = "\(end.links(as: links)) \(end.join(table, as: alias, to: links))"
      link = "\(links).\(end.near)"
    } else {
      from = "\(table) AS \(alias)"
      link = "\(alias).\(name: table.linkColumn(of: relationship.inverseName ?? ""))"
    }
    let selected = try value.map { try compile(value: $0) } ?? "1"
    var conditions: [SQL] = ["\(link) = \(owner)"]
    if let filter = table.filter(alias) { conditions.append(filter) }
    if let condition, condition != .alwaysTrue {
      conditions.append(try compile(condition: condition))
    }
    let source: SQL =
      "FROM \(from)\(joins(of: collection.variable)) WHERE \(conditions.joined(" AND "))"
    guard let aggregate else { return "SELECT \(selected) \(source)" }
    guard value != nil else { return "SELECT \(aggregate.sql)(*) \(source)" }
    // SQL computes an aggregate in the query whose columns it is over. The inner query makes the value a column of this
    // one, also where it is the owner's and the same for all members.
    return "SELECT \(aggregate.sql)(v) FROM (SELECT \(selected) AS v \(source)) AS q"
  }
}

extension QueryExpression.Aggregate {
  /// The name of the function.
  var sql: SQL { SQL(rawValue) }
}
