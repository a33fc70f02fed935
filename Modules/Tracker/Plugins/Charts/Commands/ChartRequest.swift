import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataShell
import TrackerModel
import TrackerQueries
import TrackerShell

/// What the commands of pictures have in common: the item, the time, and the size.
@MainActor struct ChartRequest {
  let invocation: Invocation
  let environment: ApplicationEnvironment
  /// The time that the line asks for; without limits, all.
  let limits: Range<Date>

  /// Says which dates are meant where the line leaves that open.
  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    try self.init(
      invocation, environment,
      from: try invocation.option("from").map { try environment.date($0, as: "from") },
      to: try invocation.option("to").map { try environment.date($0, as: "before") })
  }

  private init(
    _ invocation: Invocation, _ environment: ApplicationEnvironment, from: Date?, to: Date?
  ) throws {
    self.invocation = invocation
    self.environment = environment
    let (from, to) = (from ?? .earliest, to ?? .latest)
    guard from < to else {
      throw invocation.usageError("--to is not after --from", hint: "change one of them")
    }
    limits = from..<to
  }

  /// The same later on, when `yesterday` is another day.
  func renewed() throws -> ChartRequest {
    try ChartRequest(
      invocation, environment,
      from: try invocation.option("from").map { try environment.date($0) },
      to: try invocation.option("to").map { try environment.date($0) })
  }

  nonisolated static let svg = CommandLineOption.value("svg", "FILE", "write the picture to a file")
  nonisolated static let overwrite = CommandLineOption.flag(
    "overwrite", "replace a file that is there")
  nonisolated static let from = CommandLineOption.date("from", "only from this date on")
  nonisolated static let to = CommandLineOption.date("to", "only before this date")

  /// Weeks begin on Monday, as in `stats`.
  func calendar() throws(ShellError) -> Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try environment.timeZone(of: invocation)
    return calendar
  }

  func reader(_ item: Item) throws -> PointReader {
    PointReader(
      context: environment.context, item: item, calendar: try calendar(),
      check: { try invocation.checkCancellation() })
  }

  /// The reader for the item that the line names.
  func reader() throws -> PointReader {
    try reader(try environment.item(named: try invocation.require("NAME")))
  }

  /// The time to be shown: from the first data point to the last, or as far as limits are given. Nil
  /// without data points.
  func range(_ reader: PointReader) throws -> Range<Date>? {
    guard let extent = try reader.extent(limits) else { return nil }
    let lower = invocation.option("from") == nil ? extent.lowerBound : limits.lowerBound
    let upper = invocation.option("to") == nil ? extent.upperBound : limits.upperBound
    return lower..<max(upper, extent.upperBound)
  }

  /// How the terminal shows pictures, as large as the line says or as it is.
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
