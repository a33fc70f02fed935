#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects

extension _KeyedSortDescriptor where Self == NSSortDescriptor {
  /// Creates a descriptor that sorts by the property that a key path of `@Managed` properties leads
  /// to, such as `\Song.artist?.name`.
  ///
  /// If the key path is of another property, a fetch throws the error.
  public init<Root: NSManagedObject, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
    self.init(key: ManagedKeyPaths.sortKey(keyPath), ascending: ascending)
  }

  /// Creates a descriptor for the property and the direction of one of Swift's.
  ///
  /// Values are compared as by `NSSortDescriptor(key:ascending:)`: texts by their characters, and not in the order of the
  /// user's language, which is the default of Swift's. If the descriptor's property isn't managed, a fetch throws the error.
  public init<Root: NSManagedObject>(_ descriptor: SortDescriptor<Root>) {
    self.init(
      key: descriptor.keyPath.map { ManagedKeyPaths.sortKey($0) } ?? "\(descriptor)",
      ascending: descriptor.order == .forward)
  }
}

extension FetchExpression {
  /// Creates an expression for the property that a key path of `@Managed` properties leads to.
  ///
  /// If the key path is of another property, a fetch throws the error.
  public init<Root: NSManagedObject, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    self.init(forKeyPath: ManagedKeyPaths.sortKey(keyPath))
  }
}

extension AnyKeyPath {
  /// The names of the properties that a key path of `@Managed` properties leads to, joined by points,
  /// or nil for other properties.
  ///
  /// It takes the place of `_kvcKeyPathString` on Apple's platforms. The entity of the root class
  /// must be in use, or its class be found by its name.
  public var managedKeyPathString: String? { ManagedKeyPaths.name(of: self) }
}
#endif
