import StrataShell

/// What the line says of a file whose columns are looked at for the rest.
struct SuggestionWish {
  var delimiter: String?
  var hasDecimalComma: Bool?
  var dateForm: String?
  var timeZone: String?
}

extension SuggestionWish {
  /// - Throws: a usage error for what is no delimiter, decimal mark, form of dates or time zone.
  @MainActor init(_ invocation: Invocation) throws {
    if let value = invocation.option("delimiter") {
      _ = try ColumnMapping.delimiter(value)
      delimiter = value.text
    }
    hasDecimalComma = try ColumnMapping.hasDecimalComma(invocation.option("decimal"))
    if let value = invocation.option("date-format") {
      _ = try ColumnMapping.dateForm(value)
      dateForm = value.text
    }
    if let value = invocation.option("time-zone") {
      _ = try ColumnMapping.timeZone(value)
      timeZone = value.text
    }
  }
}
