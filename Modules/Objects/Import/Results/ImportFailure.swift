/// Why an item wasn't imported.
public struct ImportFailure: Error, Sendable {
  /// The position of the item, from 0.
  public let index: Int
  /// The item's key as SQL has it, such as `code 'A1'`; nil where it has none or couldn't give it.
  public let key: String?
  /// What was wrong: what the item has thrown, an ``ImportError``, or why its object couldn't be saved.
  public let reason: any Error
}

extension ImportFailure: CustomStringConvertible {
  /// Which item, and why.
  public var description: String {
    "item \(index)\(key.map { " (\($0))" } ?? "") wasn't imported: \(reason)"
  }
}

/// An item with the same key as one before it in the same chunk.
public struct ImportDuplicate: Sendable, Hashable {
  /// The position of the item, from 0.
  public let index: Int
  /// The position of the last item before it with the same key.
  public let earlierIndex: Int
  /// The key as SQL has it, such as `code 'A1'`.
  public let key: String
}

extension ImportDuplicate: CustomStringConvertible {
  /// Which items, and what they share.
  public var description: String { "item \(index) has the key of item \(earlierIndex): \(key)" }
}
