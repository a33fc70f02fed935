import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataStorage
import StrataContexts

/// A grouped query with the keys needed to decode its results. Where a key's path may end at
/// objects of several classes, an additional key contains the class.
struct WholeGroups {
  /// The query, with additional keys after its own.
  private(set) var query: GroupedQuery
  private let own: [GroupedQuery.Value]
  /// For object keys: the possible entities, and the index of the key that contains the entity's
  /// number.
  private var destinations: [Int: (names: [String], position: Int?)] = [:]
  private let store: UUID

  /// Checks a query and adds the additional keys.
  ///
  /// - Throws: `StackError.unsupportedAggregate`, `StackError.unknownModel`.
  init(_ query: GroupedQuery, in store: Store) throws {
    self.query = query
    own = query.keys
    self.store = store.identifier
    for measure in query.measures { try Self.check(measure) }
    for case .key(let index) in query.sort.map(\.term) where !own.indices.contains(index) {
      throw StackError.unsupportedAggregate("key \(index) of \(own.count)")
    }
    for (index, key) in own.enumerated() {
      guard case .object(let path, let entity) = key else { continue }
      destinations[index] = try addKind(of: path, entity, store.tables)
    }
  }

  private static func check(_ aggregate: GroupedQuery.Aggregate) throws {
    switch aggregate.function {
    case .count: break
    case .sum, .average:
      guard let kind = aggregate.value?.kind, kind != .other else {
        throw StackError.unsupportedAggregate("a sum of what is no number in the store")
      }
    case .countDistinct, .minimum, .maximum:
      guard aggregate.value != nil else {
        throw StackError.unsupportedAggregate("a \(aggregate.function) of nothing")
      }
    }
  }

  private mutating func addKind(
    of path: QueryPath, _ entity: String, _ tables: Tables
  ) throws -> (names: [String], position: Int?) {
    let table: EntityTable
    do {
      table = try tables.table(entity)
    } catch {
      throw StackError.unknownModel(error.name)
    }
    guard table.isPolymorphic else { return ([entity], nil) }
    let names = table.kinds.map(\.entity.name)
    query.keys.append(.column(Self.number(ofKindOf: path, among: names), .init("", .integer)))
    return (names, query.keys.count - 1)
  }

  /// The number of an object's entity among `names`, in which superentities precede subentities.
  private static func number(
    ofKindOf path: QueryPath, among names: [String]
  ) -> QueryExpression {
    names.enumerated().reduce(.literal(.integer(0))) { otherwise, name in
      .conditional(
        .isEntity(path, [name.element]), .literal(.integer(Int64(name.offset))), otherwise)
    }
  }

  /// A group's keys without the additional ones.
  func keys(of group: [AggregateValue]) -> [ModelContext.QueryGroup.Key] {
    own.enumerated().map { index, key in
      if case .object = key { return .object(object(index) { group[$0].number }) }
      return .value(group[index].column(key.kind) ?? .null)
    }
  }

  /// The object of a key, or nil for none.
  ///
  /// - Parameter number: The number that a key has, of the query's own or of the additional ones.
  func object(
    _ index: Int, _ number: (Int) throws -> Int64?
  ) rethrows -> PersistentIdentifier? {
    guard let key = try number(index), let (names, position) = destinations[index] else {
      return nil
    }
    var name = names[0]
    if let position, let number = try number(position), names.indices.contains(Int(number)) {
      name = names[Int(number)]
    }
    return PersistentIdentifier(store: store, entity: name, key: key)
  }
}

extension AggregateValue {
  fileprivate var number: Int64? {
    if case .integer(let number) = self { Int64(clamping: number) } else { nil }
  }
}
