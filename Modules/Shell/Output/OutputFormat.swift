/// What tables are written as.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// Aligned columns, for people.
  case table
  /// One JSON object a line.
  case json
  /// Comma-separated values with a header line, quoted as RFC 4180 says, lines ended by a line
  /// feed.
  case csv
}
