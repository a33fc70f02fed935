import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import Testing
import StrataTrackerModel
import StrataTrackerShell

/// What `start` begins and `stop` logs.
@MainActor @Suite struct Timers {
  private let shell: TrackerShell

  init() async throws {
    shell = try TrackerShell()
    try await shell.run("item add Sleep --kind interval")
    try await shell.run("item add Run --kind valueWithInterval --unit km")
    try await shell.run("item add Place --kind optionWithInterval --option home --option work")
    try await shell.run("item add Weight --kind singleValue")
  }

  private func points() throws -> [ItemDataContent] {
    try shell.environment.context.fetch(FetchDescriptor<ItemData>()).map(\.dataContent)
  }

  private func timers() throws -> Int {
    try shell.environment.context.fetchCount(FetchDescriptor<RunningTimer>())
  }

  @Test func becomeDataPoints() async throws {
    #expect(try await shell.run("start Run --at 2026-11-20T07:00").contains("started Run, "))
    #expect(try points().isEmpty)
    try await shell.run("stop Run 5.2km --at 2026-11-20T07:31 --memo rain")
    let point = try #require(try points().first)
    #expect(point.kind == .valueWithInterval && point.value1 == 5.2)
    #expect(point.endDate?.timeIntervalSince(point.startDate) == 1860.0)
    #expect(try timers() == 0)
  }

  @Test func endWithoutANameIfThereIsOne() async throws {
    try await shell.run("start Sleep --at -1h")
    try await shell.run("stop")
    #expect(try points().map(\.kind) == [.interval])
  }

  @Test func haveTheOptionOfEitherEnd() async throws {
    try await shell.run("start Place home --at -3h")
    try await shell.run("stop Place")
    try await shell.run("start Place home --at -2h")
    try await shell.run("stop Place work")
    try await shell.run("start Place --at -1h")
    try await shell.run("stop Place --option work")
    let items = try shell.environment.items()
    let place = try #require(items.first { $0.name.rawValue == "Place" })
    let labels = try points().sorted { $0.startDate < $1.startDate }.map { point in
      place.options.first { $0.uid == point.optionID }?.label.rawValue
    }
    #expect(labels == ["home", "work", "work"])
  }

  @Test(arguments: [
    ("start Weight", "Weight is of one moment, so it can't be started"),
    ("start Place", "Place is running already, since "),
    ("start Run far", "Run takes no option"),
    ("start Run --at tomorrow", "Run can't be running since "),
    ("start Nothing", "there is no item “Nothing”"),
    ("stop Run", "Run isn't running"),
    ("stop", "2 items are running, so stop needs a name"),
    ("stop Place", "Place needs an option, one of: home, work"),
    (
      "stop Place home --at 2020-01-01",
      "Place began at Fri 2026-11-20 07:00, which is after its end"
    ),
    ("stop Sleep 5", "Sleep takes no value"),
    ("stop Sleep --discard --memo x", "--discard logs nothing"),
    ("item edit Sleep --kind singleOption", "Sleep is running"),
  ])
  func sayWhyNot(line: String, message: String) async throws {
    try await shell.run("start Place --at 2026-11-20T07:00")
    try await shell.run("start Sleep --at 2026-11-20T08:00")
    do {
      try await shell.run(line)
      Issue.record("\(line) ran")
    } catch let error as ShellError {
      #expect(error.message.hasPrefix(message), "\(error)")
    }
    #expect(try timers() == 2 && points().isEmpty)
  }

  @Test func withoutAnyAreNotStopped() async throws {
    await #expect(
      throws: ShellError(
        "nothing is running", hint: "start NAME starts something that lasts", kind: .usage)
    ) {
      try await shell.run("stop")
    }
  }

  @Test func areDroppedOnDemand() async throws {
    try await shell.run("start Sleep --at -1h")
    #expect(try await shell.run("stop --discard").contains("dropped Sleep, "))
    #expect(try timers() == 0 && points().isEmpty)
  }

  @Test func areShownForToday() async throws {
    try await shell.run("start Place home --at -95min")
    #expect(try await shell.run("today").contains("Place home is running since "))
    #expect(try await shell.run("today").contains("(1 h 35 min)"))
    #expect(try await shell.run("item show Place").contains("running since"))
  }

  @Test func goWithTheirItem() async throws {
    try await shell.run("start Sleep --at -1h")
    try await shell.run("item delete Sleep --yes")
    #expect(try timers() == 0)
    await #expect(throws: ShellError.self) { try await shell.run("stop") }
  }

  @Test(arguments: ["all.jsonl", "all.csv"])
  func areExportedAndImported(file: String) async throws {
    try await shell.run("start Place home --at 2026-11-20T07:00")
    try await shell.run("export \(shell.path(file))")
    let other = try TrackerShell(shell.folder)
    #expect(try await other.run("import \(shell.path(file))").contains("1 timer"))
    #expect(!(try await other.run("import \(shell.path(file))").contains("1 timer")))
    let answer = try await other.run("stop Place --at 2026-11-20T08:00")
    #expect(answer.contains("home, Fri 2026-11-20 07:00 to Fri 2026-11-20 08:00"), "\(answer)")
  }
}
