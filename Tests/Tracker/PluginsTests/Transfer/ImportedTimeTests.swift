import Foundation
import StrataDomain
import Testing

/// Times of somebody else's file, where clocks are changed.
@MainActor @Suite struct ImportedTimes {
  private let shell: TrackerShell

  init() throws { shell = try TrackerShell() }

  private func snapshot() throws -> TrackerSnapshot { try TrackerSnapshot(shell.container) }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private let weight = "--date date --item Weight:singleValue:w"
  private let berlin = " --time-zone Europe/Berlin"

  @Test func refuseTimesThatNeverWere() async throws {
    let answer = try await shell.importing(
      "date,w\n2026-03-29 02:30,1\n2026-03-29 03:30,2\n", weight + berlin)
    #expect(
      answer.contains(
        "a.csv:2:1: there was no 2026-03-29 02:30: the clocks were put forward over it"),
      "\(answer)")
    try #expect(snapshot().points.map(\.content.startDate) == [date("2026-03-29T01:30:00Z")])
  }

  @Test func refuseEndsThatNeverWere() async throws {
    let answer = try await shell.importing(
      "date,end,w\n29.03.2026 01:30,29.03.2026 02:30,1\n",
      "--date date --item Steps:valueWithInterval:end,w --date-format D.M.Y" + berlin)
    #expect(answer.contains("a.csv:2:18: there was no 29.03.2026 02:30: the clocks"), "\(answer)")
  }

  @Test func takeTheFirstOfTwoTimes() async throws {
    let answer = try await shell.importing(
      "date,w\n2026-10-25 02:30,1\n2026-10-25 02:15,2\n2026-10-25 02:20,x\n2026-10-25 03:30,3\n",
      weight + berlin)
    let warning = """
      warning: 2 times were there twice, as the clocks were put back; the first was taken each time
      """
    #expect(answer.contains(warning), "\(answer)")
    try #expect(
      Set(snapshot().points.map(\.content.startDate)) == [
        date("2026-10-25T00:30:00Z"), date("2026-10-25T00:15:00Z"), date("2026-10-25T02:30:00Z"),
      ])
  }

  /// Clocks of Beirut are changed at midnight.
  @Test func takeDaysThatBeginLater() async throws {
    let answer = try await shell.importing(
      "date,w\n2026-03-29,1\n2026-10-25,2\n", weight + " --time-zone Asia/Beirut")
    #expect(answer == "added 1 item, 2 data points\n", "\(answer)")
    try #expect(
      Set(snapshot().points.map(\.content.startDate)) == [
        date("2026-03-28T22:00:00Z"), date("2026-10-24T22:00:00Z"),
      ])
  }
}

/// Dates of a file in another format than the import's.
@MainActor @Suite struct MisreadDates {
  @Test(arguments: [
    ("01.11.2026 07:10", "; --date-format D.M.Y reads it"),
    ("01/11/2026", "; --date-format M/D/Y or D/M/Y reads it"),
    ("13/11/2026", "; --date-format D/M/Y reads it"), ("someday", ""),
  ])
  func nameTheFormatThatReadsThem(date: String, rest: String) async throws {
    let shell = try TrackerShell()
    let answer = try await shell.importing(
      "when,kg\n\(date),80\n", "--date when --item W:singleValue:kg")
    #expect(answer.contains("“\(date)” is not a date\(rest)\n"), "\(answer)")
  }
}
