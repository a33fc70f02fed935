import Foundation
import StrataDomain
import Testing

/// What is a number in somebody else's file.
@MainActor @Suite struct ImportedNumbers {
  private let shell: TrackerShell

  init() throws { shell = try TrackerShell() }

  private func snapshot() throws -> TrackerSnapshot { try TrackerSnapshot(shell.container) }

  private let weight = "--date date --item Weight:singleValue:w"

  @Test(arguments: [
    "0x1F", "1e999", "1e-400", "inf", "nan", "1\u{0}0", "1e", ".", "+", "--1", "1_0",
  ])
  func takeNothingButDecimalNumbers(number: String) async throws {
    let answer = try await shell.importing("date,w\n2026-01-01,\(number)\n2026-01-02,1\n", weight)
    #expect(answer.contains("a.csv:2:12: “"), "\(answer)")
    #expect(answer.contains("is not a number"), "\(answer)")
    #expect(try snapshot().points.compactMap(\.content.value1) == [1])
  }

  @Test func takeNumbersInAllTheirForms() async throws {
    let numbers = ["1", "-2.5", "+3.", ".5", "1e3", "-1.5E-3", "0e-999", "5e-324", "1,234.5"]
    let rows = numbers.enumerated().map { "2026-01-0\($0 + 1);\($1)\n" }.joined()
    try await #expect(
      shell.importing("date;w\n" + rows, weight + " --delimiter ';'").contains(
        "added 1 item, 9 data"))
    #expect(
      Set(try snapshot().points.compactMap(\.content.value1))
        == [1, -2.5, 3, 0.5, 1000, -0.0015, 0, .leastNonzeroMagnitude, 1234.5])
  }
}
