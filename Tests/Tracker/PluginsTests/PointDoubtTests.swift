import Strata
import StrataApplication
import StrataShell
import Testing
import StrataTrackerModel

/// Data points that are logged with a note, since they may be mistakes.
@MainActor @Suite struct PointDoubts {
  private let shell: TrackerShell

  init() async throws {
    shell = try TrackerShell()
    try await shell.run("item add Weight --kind singleValue --unit kg")
    try await shell.run("item add Pressure --kind dualValues")
    try await shell.run("item add Sleep --kind interval")
    try await shell.run("item add Balance --kind singleValue")
    for day in 1...5 {
      try await shell.run("log Weight \(79 + day) --at 2026-11-0\(day)")
      try await shell.run("log Pressure 12\(day)/8\(day) --at 2026-11-0\(day)")
      try await shell.run("log Sleep --at 2026-11-0\(day)T00:00 --until 2026-11-0\(day)T0\(day):00")
      try await shell.run("log Balance \(day - 3) --at 2026-11-0\(day)")
    }
  }

  @Test(arguments: [
    ("Weight 5", "5 kg is less than a tenth of 80 kg, the least of 5 before"),
    ("Weight 850", "850 kg is more than 10 times 84 kg, the greatest of 5 before"),
    ("Weight -900", "-900 kg is less than a tenth of 80 kg, the least of 5 before"),
    ("Pressure 125/8", "8 is less than a tenth of 81, the least of 5 before"),
    ("Sleep --at 2020-11-06 --until 2020-11-09", "72 h is more than 10 times 5 h, the greatest"),
    ("Balance -21", "-21 is far outside -2 to 2, the range of 5 before"),
    ("Weight 80 --at 2100-01-01", "Fri 2100-01-01 00:00 is in the future"),
    ("Sleep --at 2020-11-06 --until 2100-01-01", "Fri 2100-01-01 00:00 is in the future"),
  ])
  func areSaid(line: String, note: String) async throws {
    let answer = try await shell.run("log \(line)")
    #expect(answer.contains("logged ") && answer.contains("note: \(note)"), "\(answer)")
    #expect(answer.contains("; undo takes it back\n"))
  }

  @Test(arguments: [
    "Weight 9", "Weight 840", "Pressure 1240/80", "Balance 20", "Balance 0",
    "Sleep --at 2020-11-06 --until 2020-11-08", "Weight 80 --at 2000-01-01", "Weight 80",
  ])
  func areNotOfWhatIsUsual(line: String) async throws {
    let answer = try await shell.run("log \(line)")
    #expect(answer.contains("logged ") && !answer.contains("note:"), "\(answer)")
  }

  @Test func needFivePoints() async throws {
    try await shell.run("item add Water --kind singleValue")
    for _ in 0..<4 { try await shell.run("log Water 1") }
    #expect(!(try await shell.run("log Water 1000").contains("note:")))
  }

  @Test func ignoreZeros() async throws {
    try await shell.run("item add Rain --kind singleValue")
    for _ in 0..<6 { try await shell.run("log Rain 0") }
    #expect(!(try await shell.run("log Rain 3").contains("note:")))
  }
}

/// Intervals whose end lies before their start.
@MainActor @Suite struct WrongOrders {
  private func error(_ line: String) async throws -> ShellError? {
    let shell = try TrackerShell()
    try await shell.run("item add Sleep --kind interval")
    do {
      try await shell.run(line)
      return nil
    } catch let error as ShellError {
      return error
    }
  }

  @Test func ofANightAreTheDayBefore() async throws {
    let line = "log Sleep --at 23:00 --until 6:30 --memo 'bad night'"
    let error = try #require(try await error(line))
    #expect(error.message.hasPrefix("Sleep would end at ") && error.column == 16)
    #expect(
      error.hint
        == "did you mean yesterday 23:00? Then type: log Sleep --at yesterday 23:00 --until 6:30 "
        + "--memo 'bad night'")
  }

  @Test func ofAWrittenDayAreLeftToThePerson() async throws {
    let line = "log Sleep --at 2026-11-20T23:00 --until 2026-11-20T06:30"
    let error = try #require(try await error(line))
    #expect(
      error.message
        == "Sleep would end at Fri 2026-11-20 06:30, before it begins at Fri 2026-11-20 23:00")
    #expect(error.hint == "give an earlier --at, or a later --until")
  }
}
