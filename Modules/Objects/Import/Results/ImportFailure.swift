/// The failure of an item.
public struct ImportFailure: Error, Sendable {
  /// The position of the item, from 0.
  public let index: Int
  /// The item's key in SQL, such as `code 'A1'`, or nil if it has none or couldn't provide it.
  public let key: String?
  /// The error: what the item threw, an ``ImportError``, or the reason that its object can't be
  /// saved.
  public let reason: any Error
}

extension ImportFailure: CustomStringConvertible {
  /// A description with the item's position, its key and the error.
  public var description: String {
    "item \(index)\(key.map { " (\($0))" } ?? "") wasn't imported: \(reason)"
  }
}

/// An item with the same key as an earlier one in the same chunk.
public struct ImportDuplicate: Sendable, Hashable {
  /// The position of the item, from 0.
  public let index: Int
  /// The position of the last earlier item with the same key.
  public let earlierIndex: Int
  /// The key in SQL, such as `code 'A1'`.
  public let key: String
}

extension ImportDuplicate: CustomStringConvertible {
  /// A description with both positions and the key.
  public var description: String { "item \(index) has the key of item \(earlierIndex): \(key)" }
}
