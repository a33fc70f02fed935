public import Foundation

/// Allows initializers of `NSSortDescriptor` that return a subclass.
public protocol _KeyedSortDescriptor {}

extension NSSortDescriptor: _KeyedSortDescriptor {}

extension _KeyedSortDescriptor {
  /// Replaces self with an instance of a subclass, which only an initializer in a protocol
  /// extension can do.
  fileprivate init(adopting other: Self) { self = other }
}

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Creates a descriptor that sorts by the property at the end of a key path, such as
  /// `artist.name`.
  ///
  /// - Precondition: Self is `NSSortDescriptor`. Subclasses can't be made of a key.
  public init(key: String?, ascending: Bool) {
    guard let made = KeySortDescriptor(key ?? "", ascending) as? Self else {
      preconditionFailure("\(Self.self) can't be made of a key; use NSSortDescriptor")
    }
    self.init(adopting: made)
  }

  /// Creates a descriptor that sorts objects in memory by your own comparison of a property's values. A
  /// store can't compare so: a fetch throws an error.
  ///
  /// - Precondition: Self is `NSSortDescriptor`. Subclasses can't be made of a key.
  public init(
    key: String?, ascending: Bool, comparator: @escaping Comparator
  ) {
    guard let made = ComparedKeyDescriptor(key ?? "", ascending, comparator) as? Self else {
      preconditionFailure("\(Self.self) can't be made of a key; use NSSortDescriptor")
    }
    self.init(adopting: made)
  }
}

extension _KeyedSortDescriptor where Self == NSSortDescriptor {
  /// The key path of property names, or nil for a descriptor that wasn't made of one.
  public var key: String? {
    (self as? ComparedKeyDescriptor)?.sortKey ?? KeySortDescriptor(of: self)?.sortKey
  }
}

/// A sort descriptor for a key path of property names, with a comparison of the program's own.
private final class ComparedKeyDescriptor: NSSortDescriptor {
  let sortKey: String

  init(_ key: String, _ ascending: Bool, _ comparator: @escaping Comparator) {
    sortKey = key
    super.init(
      keyPath: \NSManagedObject.[_$keyPath: key], ascending: ascending, comparator: comparator)
  }

  /// Returns self, since the descriptor is immutable.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var reversedSortDescriptor: Any {
    ComparedKeyDescriptor(sortKey, !ascending, comparator)
  }

  /// Returns nil: descriptors with a key can't be archived.
  required init?(coder: NSCoder) { nil }
}

/// A sort descriptor for a key path of property names.
final class KeySortDescriptor: NSSortDescriptor {
  let sortKey: String

  init(_ key: String, _ ascending: Bool) {
    sortKey = key
    super.init(keyPath: \NSManagedObject.[_$keyPath: key], ascending: ascending) { lhs, rhs in
      Self.order(lhs, rhs)
    }
  }

  /// Takes a descriptor, or makes one of a descriptor that Foundation has made of a key path of
  /// `@Managed` properties. Returns nil for any other, such as one with a comparator of its own.
  convenience init?(of descriptor: NSSortDescriptor) {
    if let own = descriptor as? KeySortDescriptor {
      self.init(own.sortKey, own.ascending)
      return
    }
    // Foundation's initializer for comparable values is preferred to that of this library.
    let path = descriptor.keyPath
    guard let name = ManagedKeyPaths.name(of: path),
      Self.isNatural(descriptor, type(of: path).valueType)
    else { return nil }
    self.init(name, descriptor.ascending)
  }

  /// True if a descriptor compares some values as `<` does, which a store does as well.
  private static func isNatural(_ descriptor: NSSortDescriptor, _ type: any Any.Type) -> Bool {
    func agrees<Value: Comparable>(_ values: [Value]) -> Bool {
      values.allSatisfy { one in
        values.allSatisfy { other in
          let order: ComparisonResult =
            one < other ? .orderedAscending : other < one ? .orderedDescending : .orderedSame
          return descriptor.comparator(one, other) == order
        }
      }
    }
    func agrees<Number: FixedWidthInteger>(_ type: Number.Type) -> Bool {
      agrees([Number.min, 0, 1, 2, 10, Number.max])
    }
    switch type {
    case is Int.Type: return agrees(Int.self)
    case is Int16.Type: return agrees(Int16.self)
    case is Int32.Type: return agrees(Int32.self)
    case is Int64.Type: return agrees(Int64.self)
    case is Double.Type: return agrees([-1.5, 0, 0.5, 2, 10] as [Double])
    case is Float.Type: return agrees([-1.5, 0, 0.5, 2, 10] as [Float])
    case is Decimal.Type: return agrees([-1.5, 0, 0.5, 2, 10] as [Decimal])
    case is String.Type: return agrees(["", "B", "a", "ä", "b", "10", "9"])
    case is Date.Type: return agrees([-1.5, 0, 10].map(Date.init(timeIntervalSinceReferenceDate:)))
    default: return false
    }
  }

  /// Returns self, since the descriptor is immutable.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return sortKey == other.sortKey && ascending == other.ascending
  }

  override var hash: Int { sortKey.hashValue }

  override var reversedSortDescriptor: Any { KeySortDescriptor(sortKey, !ascending) }

  /// Compares two values of a property. Nil comes before all others.
  private static func order(_ lhs: Any, _ rhs: Any) -> ComparisonResult {
    func order<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> ComparisonResult {
      lhs == rhs ? .orderedSame : lhs < rhs ? .orderedAscending : .orderedDescending
    }
    return switch (lhs as Any?, rhs as Any?) {
    case (let lhs as String, let rhs as String): order(lhs, rhs)
    case (let lhs as Date, let rhs as Date): order(lhs, rhs)
    case (let lhs as NSNumber, let rhs as NSNumber): lhs.compare(rhs)
    case (let lhs as UUID, let rhs as UUID): order(lhs.uuidString, rhs.uuidString)
    case (nil, nil): .orderedSame
    case (nil, _): .orderedAscending
    case (_, nil): .orderedDescending
    default: .orderedSame
    }
  }

  /// Returns nil: descriptors with a key can't be archived.
  required init?(coder: NSCoder) { nil }
}
