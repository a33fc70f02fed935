import Foundation
import StrataModel
import StrataQuery
import StrataSchema
import StrataStorage
import StrataStack

/// A grouped query with all that its answer needs: where objects of several classes may be at the end
/// of a key's path, a further key tells which class it is.
struct WholeGroups {
  /// The query, with further keys behind its own.
  private(set) var query: GroupedQuery
  private let own: [GroupedQuery.Value]
  /// For keys that are objects: the entities that they may be of, and the place of the one it is.
  private var destinations: [Int: (names: [String], place: Int?)] = [:]
  private let store: UUID

  /// Checks a query and adds what it needs.
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
  ) throws -> (names: [String], place: Int?) {
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

  /// The number of an object's entity among some, each of which stands before those below it.
  private static func number(
    ofKindOf path: QueryPath, among names: [String]
  ) -> QueryExpression {
    names.enumerated().reduce(.literal(.integer(0))) { otherwise, name in
      .conditional(
        .isEntity(path, [name.element]), .literal(.integer(Int64(name.offset))), otherwise)
    }
  }

  /// The keys that were asked for, of those of a group.
  func keys(of group: [AggregateValue]) -> [ModelContext.QueryGroup.Key] {
    own.enumerated().map { index, key in
      if case .object = key { return .object(object(index, group)) }
      return .value(group[index].column(key.kind) ?? .null)
    }
  }

  private func object(_ index: Int, _ group: [AggregateValue]) -> PersistentIdentifier? {
    guard case .integer(let key) = group[index], let (names, place) = destinations[index]
    else { return nil }
    var name = names[0]
    if let place, case .integer(let number) = group[place], let number = Int(exactly: number),
      names.indices.contains(number)
    {
      name = names[number]
    }
    return PersistentIdentifier(store: store, entity: name, key: Int64(clamping: key))
  }
}
