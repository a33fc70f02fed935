public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import Synchronization

/// The sort key of a descriptor that the library creates: a property, and the options that
/// Foundation's sort keys lack.
///
/// A `SortDescriptor` stores only a key path to a comparable value. So the descriptor has a key
/// path with a single component, the subscript below, and this value as the subscript's argument.
public struct _SortSource<Model: PersistentModel>: Hashable, Sendable {
  // Key paths to properties are immutable, and the closure captures only one of those.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Model>
  let collation: TextCollation
  /// True if nil is greater than any value, false if it is less.
  let nilsAreGreater: Bool
  private nonisolated(unsafe) let compare: (Model, Model) -> Int

  init<Value>(
    _ keyPath: KeyPath<Model, Value>, collation: TextCollation = .binary,
    nilsAreGreater: Bool = false, _ compare: @escaping (Value, Value) -> Int
  ) {
    self.keyPath = keyPath
    self.collation = collation
    self.nilsAreGreater = nilsAreGreater
    self.compare = { compare($0[keyPath: keyPath], $1[keyPath: keyPath]) }
  }

  /// Creates the sort key of an optional property.
  ///
  /// Nil comes before or after all values.
  init<Value>(
    _ keyPath: KeyPath<Model, Value?>, collation: TextCollation = .binary,
    nilsAreGreater: Bool = false, wrapped compare: @escaping (Value, Value) -> Int
  ) {
    self.init(keyPath, collation: collation, nilsAreGreater: nilsAreGreater) { lhs, rhs in
      guard let lhs, let rhs else {
        guard (lhs == nil) != (rhs == nil) else { return 0 }
        return (lhs == nil) == nilsAreGreater ? 1 : -1
      }
      return compare(lhs, rhs)
    }
  }

  fileprivate func order(_ lhs: Model, _ rhs: Model) -> Int { compare(lhs, rhs) }

  /// Returns true if both define the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.collation == rhs.collation
      && lhs.nilsAreGreater == rhs.nilsAreGreater
  }

  /// Hashes the property and the options.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
    hasher.combine(collation)
    hasher.combine(nilsAreGreater)
  }
}

/// A comparable wrapper of an object with its sort key.
public struct _SortKey<Model: PersistentModel>: Comparable {
  let source: _SortSource<Model>
  fileprivate let model: Model

  /// Returns true if neither object comes first.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.source.order(lhs.model, rhs.model) == 0
  }

  /// Returns true if the first object comes first.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.source.order(lhs.model, rhs.model) < 0
  }
}

extension _SortSource {
  /// Returns the key path for a sort descriptor, and registers the sort key under it.
  func recorded() -> any KeyPath<Model, _SortKey<Model>> & Sendable {
    let keyPath: any KeyPath<Model, _SortKey<Model>> & Sendable = \Model[_$sortedBy: self]
    SortSources.record(self, at: keyPath)
    return keyPath
  }

  /// Returns the sort key of a descriptor's key path, or nil if the library didn't create the
  /// descriptor.
  static func of(_ keyPath: PartialKeyPath<Model>) -> Self? { SortSources.source(at: keyPath) }
}

/// A registry of sort keys by their key paths, since the argument of a key path can't be read.
///
/// It has one entry for each property and option that the program sorts by.
private enum SortSources {
  private static let sources = Mutex<[Key: any Sendable]>([:])

  // Key paths to subscripts are compared by their arguments. These are sort keys, which are
  // immutable.
  private struct Key: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
  }

  static func record<Model>(_ source: _SortSource<Model>, at keyPath: AnyKeyPath) {
    let key = Key(keyPath: keyPath)
    sources.withLock { $0[key] = source }
  }

  static func source<Model>(at keyPath: AnyKeyPath) -> _SortSource<Model>? {
    let key = Key(keyPath: keyPath)
    return sources.withLock { $0[key] } as? _SortSource<Model>
  }
}

extension PersistentModel {
  /// Wraps the object with a sort key.
  public subscript(_$sortedBy source: _SortSource<Self>) -> _SortKey<Self> {
    _SortKey(source: source, model: self)
  }
}
