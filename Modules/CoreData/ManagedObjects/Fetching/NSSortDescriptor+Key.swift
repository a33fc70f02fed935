public import Foundation

/// Allows initializers of `NSSortDescriptor` that return a subclass.
public protocol _KeyedSortDescriptor {}

extension NSSortDescriptor: _KeyedSortDescriptor {}

extension _KeyedSortDescriptor {
  /// Replaces self with an instance of a subclass, which only an initializer in a protocol
  /// extension can do.
  fileprivate init(adopting other: Self) { self = other }
}

extension _KeyedSortDescriptor where Self == NSSortDescriptor {
  /// Creates a descriptor that sorts by the property at the end of a key path, such as
  /// `artist.name`.
  public init(key: String?, ascending: Bool) {
    self.init(adopting: KeySortDescriptor(key ?? "", ascending))
  }
}

/// A sort descriptor for a key path of property names.
final class KeySortDescriptor: NSSortDescriptor {
  let sortKey: String

  init(_ key: String, _ ascending: Bool) {
    sortKey = key
    super.init(keyPath: \ManagedObject.[_$keyPath: key], ascending: ascending) { lhs, rhs in
      Self.order(lhs, rhs)
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
