internal import Foundation
import StrataContexts
import StrataQuery
import StrataQueryText
import StrataSchema

/// Translates a fetch request to a query.
struct FetchQuery {
  let schema: Schema
  let entity: Schema.Entity
  /// The identifier of the store to query.
  let store: String

  /// Finds the entity and its store.
  ///
  /// - Throws: ``ManagedObjectError/unknownEntity(_:)``,
  ///   ``ManagedObjectError/noStoreKeeps(entity:)``.
  init(
    _ name: String, _ model: ObjectModel, in context: ModelContext
  ) throws(ManagedObjectError) {
    store = context.graph(named: name).storeIdentifier.uuidString
    schema = model.schema
    guard let entity = schema.entitiesByName[name] else { throw .unknownEntity(name) }
    guard context.graph(named: name).index(named: name) != nil else {
      throw .noStoreKeeps(entity: name)
    }
    self.entity = entity
  }

  /// Resolves names in predicates against the model.
  var resolver: QueryResolver {
    var resolver = QueryResolver(schema: schema)
    resolver.storeIdentifier = store
    return resolver
  }

  func query<Result>(_ request: NSFetchRequest<Result>) throws(ManagedObjectError) -> Query {
    var predicate: QueryExpression?
    if let given = request.predicate { predicate = try condition(given) }
    var query = Query(
      entity: entity.name, predicate: predicate,
      sort: GroupedFetch.isWanted(by: request) ? [] : try sort(request.sortDescriptors ?? []),
      limit: request.fetchLimit == 0 ? nil : request.fetchLimit, offset: request.fetchOffset)
    if !request.includesSubentities, !entity.subentities.isEmpty {
      let below = QueryExpression.isEntity(QueryPath(), entity.subentities.map(\.name))
      query.predicate = .and([query.predicate, .not(below)].compactMap { $0 })
    }
    return query
  }

  /// Translates a predicate to a condition. Returns nil if it has none.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  func condition(_ predicate: NSPredicate) throws(ManagedObjectError) -> QueryExpression? {
    switch predicate.textual {
    case let predicate as FormatPredicate: return try predicate.condition(schema, entity, in: store)
    case let compound as NSCompoundPredicate:
      var terms: [QueryExpression] = []
      for term in compound.subpredicates {
        terms.append(try condition(term) ?? .and([]))
      }
      switch compound.compoundPredicateType {
      case .and: return .and(terms)
      case .or: return .or(terms)
      case .not: return .not(.and(terms))
      }
    case NSPredicate(value: true): return .and([])
    case NSPredicate(value: false): return .or([])
    default:
      throw .invalidPredicate(
        "\(type(of: predicate))",
        reason: "a store can't run a block; say it as a text, or filter what was fetched")
    }
  }

  private func sort(
    _ descriptors: [NSSortDescriptor]
  ) throws(ManagedObjectError) -> [Query.Sort] {
    var keys: [SortSyntax] = []
    for descriptor in descriptors {
      guard let descriptor = KeySortDescriptor(of: descriptor) else {
        throw .unsupported(
          "a fetch is sorted by keys; make the descriptor with NSSortDescriptor(key:ascending:)")
      }
      let names = descriptor.sortKey.split(separator: ".", omittingEmptySubsequences: false)
      guard names.allSatisfy({ !$0.isEmpty }) else {
        throw .unsupported(
          "the fetch can't be sorted by '\(descriptor.sortKey)', which names no property; give the "
            + "descriptor a key path")
      }
      keys.append(
        SortSyntax(
          path: names.map { KeyPathComponent(String($0)) }, ascending: descriptor.ascending))
    }
    do throws(QueryError) {
      return try QueryResolver(schema: schema).resolve(QuerySyntax(sort: keys), entity: entity).sort
    } catch {
      throw .unsupported("the fetch can't be sorted: \(error)")
    }
  }
}
