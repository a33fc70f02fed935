import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The arguments that the commands for pictures share: the item, the range of time, and the size.
@MainActor struct ChartRequest {
  let invocation: Invocation
  let environment: ApplicationEnvironment
  /// The limits that the line gives.
  let dates: DateLimits
  /// The range of time of the line. Without limits it is all of time.
  let limits: Range<Date>

  /// Parses the limits, and prints the resolved dates if they are relative or incomplete.
  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    try self.init(invocation, environment, try DateLimits(invocation, environment))
  }

  private init(
    _ invocation: Invocation, _ environment: ApplicationEnvironment, _ dates: DateLimits
  ) throws {
    self.invocation = invocation
    self.environment = environment
    self.dates = dates
    let (from, to) = (dates.from ?? .earliest, dates.to ?? .latest)
    guard from < to else {
      throw invocation.usageError("--to is not after --from", hint: "change one of them")
    }
    limits = from..<to
  }

  /// Parses the limits again, since a date such as `yesterday` changes with time.
  func renewed() throws -> ChartRequest {
    try ChartRequest(
      invocation, environment, try DateLimits(invocation, environment, isAnnounced: false))
  }

  nonisolated static let width = CommandLineOption.value(
    "width", "N", "so many columns; the terminal's when left out")
  /// The options of the commands that can write their picture to a file.
  nonisolated static let pictures: [CommandLineOption] =
    [
      .value("svg", "FILE", "write the picture to a file"),
      .flag("overwrite", "replace a file that is there"), .timeZone,
    ] + CommandLineOption.measures

  /// Returns the calendar in the requested time zone. Weeks begin on Monday, as in `stats`.
  func calendar() throws(ShellError) -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try environment.timeZone(of: invocation)
    return calendar
  }

  func reader(_ item: Item) throws -> PointReader {
    PointReader(
      context: environment.context, item: item, calendar: try calendar(),
      check: { try invocation.checkCancellation() },
      wantedMeasure: try item.measure(for: invocation))
  }

  /// Returns a reader of the item that the line names.
  func reader() throws -> PointReader {
    try reader(try environment.item(named: try invocation.require("NAME")))
  }

  /// Returns the range to show: from the first data point to the last, or up to the given limits.
  ///
  /// - Returns: Nil without data points.
  func range(_ reader: PointReader) throws -> Range<Date>? {
    guard let extent = try reader.extent(limits) else { return nil }
    let lower = dates.from ?? extent.lowerBound
    let upper = dates.to ?? extent.upperBound
    return lower..<max(upper, extent.upperBound)
  }

  /// Returns the file for the picture, or nil to draw it on the terminal.
  func file() throws -> PictureFile? {
    try invocation.option("svg").map {
      try PictureFile($0, environment, replaces: invocation.flag("overwrite"))
    }
  }

  /// The error for an item without data points in the range of time.
  func noPoints(of item: Item) throws -> ShellError {
    let hasLimits = limits != .earliest ..< .latest
    return try invocation.require("NAME").error(
      "\(item.name) has no data points" + (hasLimits ? " in that time" : ""),
      hint: "log adds one")
  }

  /// Returns the style of the terminal, with the size of the line's options or of the terminal.
  func style() throws -> TerminalStyle {
    let screen = Screen(environment.output)
    func size(_ name: String, _ limits: ClosedRange<Int>, or standard: Int) throws -> Int {
      guard let value = invocation.option(name) else {
        return min(limits.upperBound, max(limits.lowerBound, standard))
      }
      let number = try value.integer()
      guard limits.contains(number) else {
        throw value.error("--\(name) is from \(limits.lowerBound) to \(limits.upperBound)")
      }
      return number
    }
    return TerminalStyle(
      width: try size("width", 20...1000, or: screen.columns),
      height: try size("height", 6...300, or: min(20, screen.rows - 2)),
      usesColor: environment.output.showsColor, usesUnicode: screen.usesUnicode,
      cells: { DisplayWidth.of(String($0)) })
  }
}
