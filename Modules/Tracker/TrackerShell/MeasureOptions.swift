public import StrataShell
public import TrackerModel

extension CommandLineOption {
  /// The flags `--sum`, `--count` and `--average`, of which a line has at most one.
  public static let measures: [CommandLineOption] = [
    .flag("sum", "the sum of each period"),
    .flag("count", "how many data points there are in each period"),
    .flag("average", "the average of each period"),
  ]
}

extension Item {
  /// Returns the measure that a line asks for with `--sum`, `--count` or `--average`, or else the
  /// item's own. Nil for that of the item's kind.
  ///
  /// - Throws: A usage error for two of the flags, or a measure that the item's data points don't
  ///   have.
  public func measure(for invocation: Invocation) throws(ShellError) -> ItemMeasure? {
    let wanted = ItemMeasure.allCases.filter { invocation.flag($0.rawValue) }
    guard let first = wanted.first else { return measure }
    guard wanted.count == 1 else {
      throw invocation.usageError(
        "--\(first.rawValue) and --\(wanted[1].rawValue) exclude each other",
        hint: "leave one of them out")
    }
    do {
      try check(first)
    } catch {
      throw invocation.usageError("\(error)", hint: error.hint)
    }
    return first
  }
}
