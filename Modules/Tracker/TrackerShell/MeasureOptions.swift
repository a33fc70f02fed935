public import StrataShell
public import StrataTrackerModel

extension CommandLineOption {
  /// The flags `--sum`, `--count` and `--average`, of which a line has at most one.
  public static let measures: [CommandLineOption] = [
    .flag("sum", "the sum of each period"),
    .flag("count", "how many data points there are in each period"),
    .flag("average", "the average of each period"),
  ]
}

extension ItemMeasure {
  /// Returns the measure that a line asks for with `--sum`, `--count` or `--average`, or nil.
  ///
  /// - Throws: A usage error for two of the flags.
  public static func wanted(by invocation: Invocation) throws(ShellError) -> ItemMeasure? {
    let wanted = allCases.filter { invocation.flag($0.rawValue) }
    if wanted.count > 1 {
      throw invocation.usageError(
        "--\(wanted[0].rawValue) and --\(wanted[1].rawValue) exclude each other",
        hint: "leave one of them out")
    }
    return wanted.first
  }
}

extension Item {
  /// Returns the measure that a line asks for with `--sum`, `--count` or `--average`, or else the
  /// item's own. Nil for that of the item's kind.
  ///
  /// - Throws: A usage error for two of the flags, or a measure that the item's data points don't
  ///   have.
  public func measure(for invocation: Invocation) throws(ShellError) -> ItemMeasure? {
    guard let first = try ItemMeasure.wanted(by: invocation) else { return measure }
    do {
      try check(first)
    } catch {
      throw invocation.usageError("\(error)", hint: error.hint)
    }
    return first
  }
}
