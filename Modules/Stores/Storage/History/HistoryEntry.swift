public import Foundation
public import StrataSchema

/// A transaction in the history of a store.
public struct HistoryEntry: Sendable, Hashable {
  /// The number, one more than that of the transaction before.
  public let number: Int64
  /// The author of the save.
  public let author: String?
  /// The name of the context that saved.
  public let contextName: String?
  /// The time of the save.
  public let timestamp: Date
  /// The program and process that saved, such as `appshell[4711]`.
  public let process: String
  /// The changes.
  public let changes: [HistoryEntry.Change]
}

/// A position in a store's history: everything up to a transaction.
///
/// It is the number of a transaction. A file has one writer at a time. On a server saves may run side by side, but get their
/// numbers one after the other, each as the last thing before its commit, so that numbers are in the order of the commits.
public struct HistoryPosition: Sendable, Hashable, Codable {
  let number: Int64

  /// Creates the position after a transaction.
  package init(after number: Int64) { self.number = number }

  /// The position before the first save.
  public static let beginning = HistoryPosition(after: 0)

  /// The number of the last transaction up to here, or 0 at the beginning.
  package var transaction: Int64 { number }
}

extension HistoryEntry {
  /// A change of one object in a transaction.
  public struct Change: Sendable, Hashable {
    /// The kind of a change.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
      case insert = 0
      case update = 1
      case delete = 2
    }

    /// The entity of the object.
    public let entity: String
    /// The key of the object.
    public let key: Int64
    /// The kind of the change.
    public let kind: Kind
    /// The names of the properties that changed, in order of declaration; empty but for updates.
    public let properties: [String]

    /// The tombstone of a deleted object, or nil where its class preserves nothing, and for other
    /// changes.
    public let tombstone: Tombstone?

    /// Describes a change.
    public init(
      entity: String, key: Int64, kind: Kind, properties: [String] = [],
      tombstone: Tombstone? = nil
    ) {
      self.entity = entity
      self.key = key
      self.kind = kind
      self.properties = properties
      self.tombstone = tombstone
    }
  }
}

extension HistoryEntry {
  /// The preserved values of a deleted object: those of its properties with
  /// `@Attribute(.preserveValueOnDeletion)`, as they were in the store.
  ///
  /// They go by the names that the properties had then, so that they can be read after the models have
  /// changed.
  public struct Tombstone: Sendable, Hashable {
    /// One column of a property's value.
    public struct Column: Sendable, Hashable {
      /// The part's name within the property, or empty for a value of one column.
      public let part: String
      /// The value.
      public let value: ColumnValue

      /// Describes a column.
      public init(part: String = "", value: ColumnValue) {
        self.part = part
        self.value = value
      }
    }

    private let columns: [String: [Column]]

    /// Describes what is kept of an object, by the names of its properties.
    public init(_ columns: [String: [Column]]) { self.columns = columns }

    /// The names of the properties whose values are kept, sorted.
    public var properties: [String] { columns.keys.sorted() }

    /// The columns that a property's value had, or nil for a property that wasn't kept. O(1).
    public subscript(property name: String) -> [Column]? { columns[name] }
  }
}
