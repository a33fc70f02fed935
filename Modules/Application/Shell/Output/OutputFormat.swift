/// A format of tables.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// Aligned columns, for people.
  case table
  /// One JSON object per line.
  case json
  /// Comma-separated values with a header line, quoted as in RFC 4180. Lines end in a line feed.
  case csv
  /// Values separated by tabs, with a header line.
  ///
  /// A tab, line feed, carriage return or backslash within a value is written as `\t`, `\n`, `\r`
  /// or `\\`.
  case tsv
  /// A table of GitHub's Markdown.
  case markdown

  /// True if people read it, so that commands show them moments and numbers in their words, and the
  /// first digits of identifiers. False if programs rely on the columns.
  public var isForPeople: Bool {
    switch self {
    case .table, .markdown: true
    case .json, .csv, .tsv: false
    }
  }

  /// All names, separated by commas: `table, json, csv, tsv, markdown`.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// The style of tables.
public struct TableStyle: Sendable, Equatable {
  /// The format.
  public var format: OutputFormat
  /// True if the table has a header.
  public var hasHeader: Bool
  /// True if output that exceeds the screen is paged.
  public var usesPager: Bool
  /// The number of rows that are shown at most, or nil for all.
  public var rowLimit: Int?

  /// Makes a style.
  public init(
    format: OutputFormat = .table, hasHeader: Bool = true, usesPager: Bool = true,
    rowLimit: Int? = nil
  ) {
    self.format = format
    self.hasHeader = hasHeader
    self.usesPager = usesPager
    self.rowLimit = rowLimit
  }
}
