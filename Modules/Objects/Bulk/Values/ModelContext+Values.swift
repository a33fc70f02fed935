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
    var values = SelectedValues<T>(graph(of: T.self))
    let selected = (repeat try values.add(each keyPaths, as: (each Value).self))
    guard try readsValuesAlone(of: descriptor) else {
      return try fetch(descriptor).map { (repeat $0[keyPath: each keyPaths]) }
    }
    return try values.read(descriptor) { row in (repeat try row.value(each selected)) }
  }

  /// Fetches one value of each object that matches a descriptor, and no objects.
  ///
  /// - Throws: as ``fetch(_:selecting:)``.
  public func fetch<T: PersistentModel, Value>(
    _ descriptor: FetchDescriptor<T>, selecting keyPath: KeyPath<T, Value>
  ) throws -> [Value] {
    var values = SelectedValues<T>(graph(of: T.self))
    let selected = try values.add(keyPath, as: Value.self)
    guard try readsValuesAlone(of: descriptor) else {
      return try fetch(descriptor).map { $0[keyPath: keyPath] }
    }
    return try values.read(descriptor) { row in try row.value(selected) }
  }

  /// Returns false if unsaved changes are included and there are some.
  private func readsValuesAlone<T: PersistentModel>(of descriptor: FetchDescriptor<T>) throws
    -> Bool
  {
    // Related objects may be changed as well.
    if descriptor.includePendingChanges, graph(of: T.self).hasChanges { return false }
    try refreshCustomStore(of: T._$entity.name)
    return true
  }
}
