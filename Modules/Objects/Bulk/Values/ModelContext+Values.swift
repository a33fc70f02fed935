internal import Foundation
public import StrataContexts
public import StrataModel
internal import StrataQuery

extension ModelContext {
  /// Fetches some values of the objects that match a descriptor, and no objects.
  ///
  /// ```swift
  /// let rows = try context.fetch(
  ///   FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.date)]), selecting: \.title, \.date)
  /// for (title, date) in rows { … }
  /// ```
  ///
  /// The store reads the columns of these properties alone: large values of others cost nothing. The
  /// tuples are sendable if their values are. Unsaved changes are included, as in a fetch. While the
  /// context has some, whole objects are read.
  ///
  /// - Parameter keyPaths: Properties with one column, also through to-one relationships, and the
  ///   identifiers of the object and of related ones, such as `\.owner?.persistentModelID`.
  /// - Throws: `StackError.unsupportedSelection(_:)` for a property with several columns, a
  ///   to-many relationship, an object or a computed property. Otherwise as `fetch(_:)`.
  public func fetch<T: PersistentModel, each Value>(
    _ descriptor: FetchDescriptor<T>, selecting keyPaths: repeat KeyPath<T, each Value>
  ) throws -> [(repeat each Value)] {
    let graph = self.graph(of: T.self)
    var reader = GroupReader<T>(graph)
    let selected = (repeat try reader.selected(each keyPaths, as: (each Value).self))
    guard let rows = try rows(of: descriptor, reader) else {
      return try fetch(descriptor).map { (repeat $0[keyPath: each keyPaths]) }
    }
    return try rows.map { row in (repeat try reader.value(of: each selected, in: row)) }
  }

  /// Fetches one value of each object that matches a descriptor, and no objects.
  ///
  /// - Throws: as ``fetch(_:selecting:)``.
  public func fetch<T: PersistentModel, Value>(
    _ descriptor: FetchDescriptor<T>, selecting keyPath: KeyPath<T, Value>
  ) throws -> [Value] {
    let graph = self.graph(of: T.self)
    var reader = GroupReader<T>(graph)
    let selected = try reader.selected(keyPath, as: Value.self)
    guard let rows = try rows(of: descriptor, reader) else {
      return try fetch(descriptor).map { $0[keyPath: keyPath] }
    }
    return try rows.map { try reader.value(of: selected, in: $0) }
  }

  /// The rows of the values that a reader selects. Nil if unsaved changes are included and there are some.
  private func rows<T: PersistentModel>(
    of descriptor: FetchDescriptor<T>, _ reader: GroupReader<T>
  ) throws -> [ObjectGraph.Group]? {
    let graph = self.graph(of: T.self)
    // Related objects may be changed as well.
    if descriptor.includePendingChanges, graph.hasChanges { return nil }
    try refreshCustomStore(of: T._$entity.name)
    return try graph.values(try reader.query(try descriptor.query(in: graph)))
  }
}
