public import StrataSchema

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
