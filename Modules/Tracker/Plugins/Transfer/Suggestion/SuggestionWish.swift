import StrataShell

/// The options of a line that limit the suggestion.
struct SuggestionWish {
  var delimiter: String?
  var hasDecimalComma: Bool?
  var dateForm: String?
  var timeZone: String?
  var encoding: String?
}

extension SuggestionWish {
  /// Parses the options.
  ///
  /// - Throws: A usage error for an invalid delimiter, decimal mark, date format or time zone.
  @MainActor init(_ invocation: Invocation) throws {
    if let value = invocation.option("delimiter") {
      delimiter = try ColumnMapping.delimiter(value)
    }
    hasDecimalComma = try ColumnMapping.hasDecimalComma(invocation.option("decimal"))
    if let value = invocation.option("date-format") {
      _ = try ColumnMapping.dateForm(value)
      dateForm = value.text
    }
    encoding = invocation.option("encoding")?.text
    if let value = invocation.option("time-zone") {
      _ = try ColumnMapping.timeZone(value)
      timeZone = value.text
    }
  }
}
