/// The options of all commands, which control how tables are written.
///
/// A command that declares an option of the same name has its own instead.
enum CommonOptions {
  static let all: [CommandLineOption] = [
    .value(
      "format", "FORMAT", "what tables are written as",
      choices: OutputFormat.allCases.map(\.rawValue)),
    .flag("json", "the same as --format json"),
    .value("limit", "N", "at most so many rows of a table"),
    .flag("no-header", "no names above the columns"),
    .flag("no-pager", "no pages"),
  ]

  static func named(_ name: String) -> CommandLineOption? { all.first { $0.name == name } }
}

extension Invocation {
  /// Returns the table style of this line, or nil if the line has none of the common options.
  ///
  /// - Throws: ``ShellError`` for a limit that is no number, or a negative one.
  func tableStyle(over style: TableStyle) throws(ShellError) -> TableStyle? {
    func isCommon(_ name: String) -> Bool { signature.option(named: name) == nil }
    var own = style
    if isCommon("format"),
      let format = option("format").flatMap({ OutputFormat(rawValue: $0.text) })
    {
      own.format = format
    }
    if isCommon("json"), flag("json") { own.format = .json }
    if isCommon("limit"), let value = option("limit") {
      let limit = try value.integer()
      guard limit >= 0 else { throw value.error("--limit can't be negative") }
      own.rowLimit = limit
    }
    if isCommon("no-header"), flag("no-header") { own.hasHeader = false }
    if isCommon("no-pager"), flag("no-pager") { own.usesPager = false }
    return own == style ? nil : own
  }
}
