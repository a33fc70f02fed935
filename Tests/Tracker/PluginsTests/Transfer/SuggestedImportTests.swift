import Foundation
import StrataDomain
import Testing

/// Imports whose columns have been looked at.
@MainActor @Suite struct SuggestedImports {
  private let shell: TrackerShell

  init() throws { shell = try TrackerShell() }

  private func snapshot() throws -> TrackerSnapshot { try TrackerSnapshot(shell.container) }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test func sayWhyNothingIsTaken() async throws {
    let answer = try await shell.importing("date,w,w\n2026-01-01,1,2\n", "--yes")
    #expect(answer.contains("can be taken as it is"), "\(answer)")
    #expect(answer.contains("left out: w, since there are two columns of that name"), "\(answer)")
    try #expect(snapshot().items.isEmpty)
  }

  @Test(arguments: ["--yes", ""])
  func areNotGuessedWhereDatesHaveTwoReadings(option: String) async throws {
    let file = "date,w\n01/02/2026,1\n03/04/2026,2\n"
    let answer = try await shell.importing(file, option)
    #expect(answer.contains("“01/02/2026” could be 2026-01-02 or 2026-02-01"), "\(answer)")
    #expect(answer.contains("--date-format M/D/Y or --date-format D/M/Y"), "\(answer)")
    try #expect(snapshot().items.isEmpty)
  }

  @Test(arguments: [("M/D/Y", "2026-01-02T00:00:00Z"), ("D/M/Y", "2026-02-01T00:00:00Z")])
  func takeTheReadingThatIsSaid(form: String, wanted: String) async throws {
    _ = try await shell.importing("date,w\n01/02/2026,1\n", "--yes --date-format \(form)")
    try #expect(snapshot().points.map(\.content.startDate) == [date(wanted)])
  }

  @Test func areNotGuessedWhereNumbersHaveTwoReadings() async throws {
    let file = "date\tw\n2026-01-01\t1,234\n2026-01-02\t2,500\n"
    let answer = try await shell.importing(file, "--yes")
    #expect(answer.contains("“1,234” could be 1.234 or 1234"), "\(answer)")
    #expect(answer.contains("--decimal , or --decimal ."), "\(answer)")
    try #expect(snapshot().items.isEmpty)
    _ = try await shell.importing(file, "--yes --decimal ,")
    try #expect(Set(snapshot().points.compactMap(\.content.value1)) == [1.234, 2.5])
  }
}
