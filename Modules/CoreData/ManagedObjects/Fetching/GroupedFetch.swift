internal import Foundation
@_spi(Query) import StrataBulk
import StrataContexts
import StrataDescriptions
import StrataModel
import StrataQuery
import StrataQueryText
import StrataSchema

/// A fetch that the store groups: each result is a dictionary of the group's common values and of
/// aggregates over its objects.
struct GroupedFetch {
  /// A value in each dictionary.
  private struct Value {
    let name: String
    let source: Source
    /// The type of the underlying attribute, or nil for an object or if there is no attribute.
    let type: AttributeType?

    enum Source {
      case key(Int)
      case aggregate(Int)
    }
  }

  let query: GroupedQuery
  private let values: [Value]

  /// True if a request asks for groups.
  static func isWanted<Result>(by request: NSFetchRequest<Result>) -> Bool {
    request.propertiesToGroupBy != nil || request.havingPredicate != nil
      || (request.propertiesToFetch ?? []).contains {
        ($0 as? NSExpressionDescription)?.isAggregate ?? false
      }
  }

  /// Translates a request.
  ///
  /// - Parameter query: The query for the objects to group. Its order is ignored.
  /// - Throws: ``ManagedObjectError`` for a value that can't be computed or grouped by.
  init<Result>(
    _ request: NSFetchRequest<Result>, _ query: Query, _ entity: ManagedEntity,
    _ made: FetchQuery
  ) throws(ManagedObjectError) {
    guard request.resultType == .dictionary else {
      throw .unsupported(
        "groups are given as dictionaries; set the request's resultType to .dictionary")
    }
    let paths = (request.propertiesToGroupBy ?? []).map(\._fetchedName)
    var syntax = GroupedQuerySyntax()
    syntax.keys = paths.map { SortSyntax(path: Self.components($0)) }
    var values: [Value] = []
    var aggregates: [String: AggregateSyntax] = [:]
    for wanted in request.propertiesToFetch ?? paths.map({ $0 as any FetchedValue }) {
      let name = wanted._fetchedName
      if let description = wanted as? NSExpressionDescription, description.isAggregate {
        let (aggregate, path) = try description.aggregate()
        aggregates[name] = aggregate
        values.append(
          Value(
            name: name, source: .aggregate(syntax.aggregates.count),
            type: try description.resultType(aggregate.function, entity.attributeType(at: path))))
        syntax.aggregates.append(aggregate)
      } else {
        let path = try (wanted as? NSExpressionDescription)?.keyPath() ?? name
        guard let index = paths.firstIndex(of: path) else {
          throw .unsupported(
            "objects of one group may differ in \(path); group by it, or fetch an aggregate of it")
        }
        values.append(Value(name: name, source: .key(index), type: entity.attributeType(at: path)))
      }
    }
    syntax.condition = try request.havingPredicate.map { predicate throws(ManagedObjectError) in
      try GroupPredicate(aggregates).syntax(predicate)
    }
    syntax.sort = try Self.sort(request.sortDescriptors ?? [], aggregates)
    // The query needs an aggregate even if the request has none.
    if syntax.aggregates.isEmpty { syntax.aggregates = [AggregateSyntax(.count, path: nil)] }
    self.values = values
    do throws(QueryError) {
      var grouped = try made.resolver.resolve(syntax, entity: made.entity)
      grouped.query = query
      grouped.query.sort = []
      self.query = grouped
    } catch {
      throw .unsupported("the fetch can't be grouped: \(error)")
    }
  }

  /// Converts a group to a dictionary.
  ///
  /// - Throws: ``UnreadableColumn``.
  func dictionary(_ group: ModelContext.QueryGroup) throws -> NSDictionary {
    let row = NSMutableDictionary()
    for value in values {
      let found: Any?
      switch value.source {
      case .key(let index):
        switch group.keys[index] {
        case .object(let identifier): found = identifier
        case .value(let column):
          guard case .column(_, let description) = query.keys[index] else { continue }
          found = try Self.value(column, description, value.type)
        }
      case .aggregate(let index):
        found = try Self.value(group.values[index], query.aggregates[index].column, value.type)
      }
      if let found { row[value.name] = found }
    }
    return row
  }

  private static func value(
    _ column: ColumnValue, _ description: ColumnDescription, _ type: AttributeType?
  ) throws -> Any? {
    switch (column, type) {
    case (.null, _): return nil
    case (.integer(let number), .decimal?): return NSDecimalNumber(decimal: Decimal(number))
    case (.real(let number), .decimal?): return NSDecimalNumber(decimal: Decimal(number))
    case (_, let type?) where type != .undefined: return try type.value(ofColumn: column)
    case (.integer(let number), _): return NSNumber(value: number)
    case (.real(let number), _):
      return description.meaning == .date
        ? Date(timeIntervalSinceReferenceDate: number) : NSNumber(value: number)
    case (.text(let text), _):
      guard description.meaning == .decimal, let number = Decimal(digits: text) else { return text }
      return NSDecimalNumber(decimal: number)
    case (.blob(let data), _): return data
    }
  }

  private static func sort(
    _ descriptors: [NSSortDescriptor], _ aggregates: [String: AggregateSyntax]
  ) throws(ManagedObjectError) -> [GroupSortSyntax] {
    var sort: [GroupSortSyntax] = []
    for descriptor in descriptors {
      guard let descriptor = KeySortDescriptor(of: descriptor) else {
        throw .unsupported(
          "a fetch is sorted by keys; make the descriptor with NSSortDescriptor(key:ascending:)")
      }
      sort.append(
        GroupSortSyntax(
          aggregate: aggregates[descriptor.sortKey],
          key: SortSyntax(
            path: components(descriptor.sortKey), ascending: descriptor.ascending)))
    }
    return sort
  }

  static func components(_ path: String) -> [KeyPathComponent] {
    path.split(separator: ".").map { KeyPathComponent(String($0)) }
  }
}

extension ManagedEntity {
  /// The type of the attribute at the end of a path. Nil if there is none, or it is a composite.
  func attributeType(at path: String) -> AttributeType? {
    var description: EntityDescription? = self.description
    var found: AttributeType?
    for name in path.split(separator: ".") {
      guard let entity = description else { return nil }
      switch model.property(named: String(name), of: entity) {
      case .attribute(let attribute): (found, description) = (attribute.type, nil)
      case .relationship(let relationship):
        description = relationship.destinationEntityName.flatMap { model.entity(named: $0) }
      case .fetchedProperty, nil: return nil
      }
    }
    return found == .composite ? nil : found
  }
}

extension NSExpressionDescription {
  /// True if the expression is computed over many objects.
  var isAggregate: Bool {
    if case .function? = expression?.kind { return true }
    return false
  }

  /// The expression's key path.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for any other expression.
  func keyPath() throws(ManagedObjectError) -> String {
    guard case .keyPath(let path)? = expression?.kind else {
      throw .unsupported("the expression '\(name)' is no key path and no aggregate; set one")
    }
    return path
  }

  fileprivate func aggregate() throws(ManagedObjectError) -> (AggregateSyntax, path: String) {
    guard case .function(let function, let arguments)? = expression?.kind else {
      throw .unsupported("the expression '\(name)' is no aggregate")
    }
    let functions: [String: GroupedQuery.Aggregate.Function] = [
      "count:": .count, "sum:": .sum, "average:": .average, "min:": .minimum, "max:": .maximum,
      "distinct_count:": .countDistinct,
    ]
    guard let known = functions[function] else {
      throw .unsupported(
        "a store doesn't work out \(function); it knows \(functions.keys.sorted().joined(separator: ", "))"
      )
    }
    switch arguments.first?.kind {
    case .object? where arguments.count == 1 && known == .count:
      return (AggregateSyntax(known, path: nil), "")
    case .keyPath(let path)? where arguments.count == 1:
      return (AggregateSyntax(known, path: GroupedFetch.components(path)), path)
    default:
      throw .unsupported("\(function) of '\(name)' takes one key path")
    }
  }

  /// The type of an aggregate's result, or nil for a plain number.
  fileprivate func resultType(
    _ function: GroupedQuery.Aggregate.Function, _ type: AttributeType?
  ) throws(ManagedObjectError) -> AttributeType? {
    if function == .minimum || function == .maximum { return type }
    // A sum may exceed the range of the attribute's type.
    return expressionResultType == .decimal ? .decimal : nil
  }
}
