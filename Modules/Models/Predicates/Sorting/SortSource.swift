public import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import Synchronization

/// What a sort key of ours goes by: a property, and what Foundation's sort keys can't say of it.
///
/// A `SortDescriptor` holds nothing but a key path to something comparable. So ours holds one of a
/// single part, the subscript below, with this as its argument.
public struct _SortSource<Model: PersistentModel>: Hashable, Sendable {
  // Key paths to properties never change, and the closure holds one alone.
  nonisolated(unsafe) let keyPath: PartialKeyPath<Model>
  let collation: TextCollation
  /// Whether nil is greater than any value; else it is smaller.
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

  /// nil stands before or behind all values.
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

  /// Sources are equal that order alike.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.collation == rhs.collation
      && lhs.nilsAreGreater == rhs.nilsAreGreater
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
    hasher.combine(collation)
    hasher.combine(nilsAreGreater)
  }
}

/// An object as a sort key sees it.
public struct _SortKey<Model: PersistentModel>: Comparable {
  let source: _SortSource<Model>
  fileprivate let model: Model

  /// Whether neither object comes first.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.source.order(lhs.model, rhs.model) == 0
  }

  /// Whether the first object comes first.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.source.order(lhs.model, rhs.model) < 0
  }
}

extension _SortSource {
  /// The key path that a sort descriptor holds for the source, recorded so that it leads back.
  func recorded() -> any KeyPath<Model, _SortKey<Model>> & Sendable {
    let keyPath: any KeyPath<Model, _SortKey<Model>> & Sendable = \Model[_$sortedBy: self]
    SortSources.record(self, at: keyPath)
    return keyPath
  }

  /// The source that a sort descriptor's key path holds; nil for one that isn't ours.
  static func of(_ keyPath: PartialKeyPath<Model>) -> Self? { SortSources.source(at: keyPath) }
}

/// The sources of all sort descriptors of ours by their key paths, since a key path doesn't give its
/// argument away. As many as there are properties and ways to sort by them in the program.
private enum SortSources {
  private static let sources = Mutex<[Key: any Sendable]>([:])

  // Key paths to subscripts are compared by their arguments, which are sources, and never change.
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
  /// The object as a sort key sees it.
  public subscript(_$sortedBy source: _SortSource<Self>) -> _SortKey<Self> {
    _SortKey(source: source, model: self)
  }
}
