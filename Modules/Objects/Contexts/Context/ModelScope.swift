internal import StrataGraph
public import Foundation
public import StrataModel
internal import StrataQuery

/// A condition that is part of all fetches of a class's objects in a context, such as those of one
/// tenant.
///
/// You give it to a container's configuration (``ModelConfiguration/scopes``), or to one context by
/// `ModelContext.scope(_:)`.
public struct ModelScope: Sendable {
  /// The name of the class.
  public let entityName: String
  /// Translates the predicate for a store.
  let scope: @Sendable (ObjectGraph) throws -> QueryScope

  /// Creates a scope of the objects that match a predicate.
  public init<T: PersistentModel>(_ predicate: Predicate<T>) {
    entityName = T._$entity.name
    scope = { graph in try QueryScope(predicate, in: graph) }
  }
}

extension ModelContext {
  /// Adds a condition to all fetches of a class's objects in this context.
  ///
  /// ```swift
  /// try context.scope(#Predicate<Note> { $0.tenant == "a" })
  /// let notes = try context.fetch(FetchDescriptor<Note>())  // Those of the tenant "a".
  /// ```
  ///
  /// It applies to fetches, counts, aggregates, groups, pages, batch updates and batch deletes that you
  /// begin from now on, and to observers of results. A scope of a superclass applies to its subclasses,
  /// and a scope of a subclass to those of a superclass's objects that are of it. Several scopes apply
  /// together. A child context begins with its parent's scopes.
  ///
  /// Relationships and look-ups by an identifier aren't scoped, nor are the values of new objects and
  /// SQL of your own. `FetchDescriptor.ignoreScopes` is the exception for one fetch.
  ///
  /// - Throws: `StackError.unknownModel` if the container doesn't have the class.
  ///   `PredicateTranslationError.unsupportedPredicate(_:)` if SQL can't express the predicate.
  public func scope<T: PersistentModel>(_ predicate: Predicate<T>) throws {
    let graph = graph(of: T.self)
    graph.scopes.append(try QueryScope(predicate, in: graph))
  }

  /// Adds a scope that was made elsewhere, such as one that several contexts share.
  ///
  /// - Throws: as for a scope of a predicate.
  public func scope(_ scope: ModelScope) throws {
    let scoped = graphs.filter { $0.index(named: scope.entityName) != nil }
    guard !scoped.isEmpty else { throw StackError.unknownModel(scope.entityName) }
    for graph in scoped { graph.scopes.append(try scope.scope(graph)) }
  }

  /// Removes all scopes, those of the configuration included.
  public func removeScopes() {
    for graph in graphs { graph.scopes = [] }
  }

  /// The names of the classes with a scope in this context, one for each scope.
  public var scopedEntities: [String] { graphs.flatMap { $0.scopes.map(\.entity.name) } }
}
