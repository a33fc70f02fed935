public import Foundation

/// Foundation's sort descriptors, which may name a property here as on other platforms.
public protocol _KeyedSortDescriptor {}

extension NSSortDescriptor: _KeyedSortDescriptor {}

extension _KeyedSortDescriptor {
  /// Lets an initializer give an object of a subclass, which a class's own can't.
  fileprivate init(adopting other: Self) { self = other }
}

extension _KeyedSortDescriptor where Self == NSSortDescriptor {
  /// Sorts by the property at the end of a key path, such as `artist.name`.
  public init(key: String?, ascending: Bool) {
    self.init(adopting: KeySortDescriptor(key ?? "", ascending))
  }
}

/// A sort descriptor that names a property.
final class KeySortDescriptor: NSSortDescriptor {
  let sortKey: String

  init(_ key: String, _ ascending: Bool) {
    sortKey = key
    super.init(keyPath: \ManagedObject.[_$keyPath: key], ascending: ascending) { lhs, rhs in
      Self.order(lhs, rhs)
    }
  }

  /// The descriptor itself, which never changes.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return sortKey == other.sortKey && ascending == other.ascending
  }

  override var hash: Int { sortKey.hashValue }

  override var reversedSortDescriptor: Any { KeySortDescriptor(sortKey, !ascending) }

  /// The order of two values of a property; nil is before all others.
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

  /// Sort descriptors of a key aren't archived here.
  required init?(coder: NSCoder) { nil }
}
