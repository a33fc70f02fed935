/// What tables are written as.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// Aligned columns, for people.
  case table
  /// One JSON object a line.
  case json
  /// Comma-separated values with a header line, quoted as RFC 4180 says, lines ended by a line
  /// feed.
  case csv
  /// Values with tabs between, and a header line. A tab, line feed, carriage return or backslash
  /// within a value is written as `\t`, `\n`, `\r` or `\\`.
  case tsv
  /// A table of GitHub's Markdown.
  case markdown

  /// All names, with commas between: `table, json, csv, tsv, markdown`.
  public static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// How tables are shown.
public struct TableStyle: Sendable, Equatable {
  /// What tables are written as.
  public var format: OutputFormat
  /// Whether the names of the columns stand above them.
  public var hasHeader: Bool
  /// Whether what is too long for the screen is shown page by page, where that is possible.
  public var usesPager: Bool

  /// A style.
  public init(
    format: OutputFormat = .table, hasHeader: Bool = true, usesPager: Bool = true
  ) {
    self.format = format
    self.hasHeader = hasHeader
    self.usesPager = usesPager
  }
}
