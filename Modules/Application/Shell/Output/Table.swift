/// A table: rows under named columns.
public struct Table: Sendable, Equatable {
  /// The side of its column on which a value stands.
  public enum Alignment: Sendable, Equatable {
    /// Right for a column of numbers, else left.
    case automatic
    /// Left.
    case leading
    /// Right.
    case trailing
  }

  /// A column.
  public struct Column: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The header, which is also the key in JSON.
    public var name: String
    /// The alignment of values in tables for people.
    public var alignment: Alignment
    /// True if tables for people show the column even without any values, since the person asked
    /// for it.
    public var staysWhenEmpty: Bool

    /// Makes a column.
    public init(
      _ name: String, alignment: Alignment = .automatic, staysWhenEmpty: Bool = false
    ) {
      self.name = name
      self.alignment = alignment
      self.staysWhenEmpty = staysWhenEmpty
    }

    /// Makes a column whose name differs from those of others: it gets as many `_` in front as
    /// necessary.
    public init(_ name: String, beside others: some Sequence<String>) {
      let taken = Set(others)
      var name = name
      while taken.contains(name) { name = "_" + name }
      self.init(name)
    }

    /// Makes a column with automatic alignment.
    public init(stringLiteral name: String) { self.init(name) }
  }

  /// The columns.
  public var columns: [Column]
  /// The rows. Each has a cell for each column.
  public var rows: [[Cell]]

  /// Makes a table.
  public init(_ columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }
}
