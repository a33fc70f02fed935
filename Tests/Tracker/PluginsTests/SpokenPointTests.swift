import Foundation
import Strata
import StrataApplication
import StrataContextPlugin
import StrataDomain
import StrataShell
import Testing
import StrataTrackerModel

/// What people type behind `log`, in their order, on a Monday, 2026-11-23 at 09:15.
@MainActor @Suite struct SpokenPoints {
  private let shell: TrackerShell

  init() async throws {
    shell = try TrackerShell(now: try Date("2026-11-23T09:15:00Z", strategy: .iso8601))
    for line in [
      "item add Weight --kind singleValue --unit kg",
      "item add Pressure --kind dualValues --unit mmHg",
      "item add Mood --kind singleOption --option great --option good --option ok --option yesterday",
      "item add Snack --kind valueWithOption --unit g --option nuts --option fruit",
      "item add Run --kind valueWithInterval --unit km",
      "item add Break --kind valueWithInterval --unit min",
      "item add Place --kind optionWithInterval --option home --option work",
      "item add Sleep --kind interval",
    ] { try await shell.run(line) }
  }

  /// The value, the option and the times of what a line logs.
  private func logged(_ line: String) async throws -> String {
    let answer = try await shell.run("log \(line)")
    let text = try #require(
      answer.split(separator: "\n").first?.split(separator: ": ", maxSplits: 1).last)
    return String(text)
  }

  @Test(arguments: [
    ("weight 80.5kg yesterday 23:30", "80.5 kg, Sun 2026-11-22 23:30"),
    ("Weight yesterday 23:30 80.5", "80.5 kg, Sun 2026-11-22 23:30"),
    ("Weight 80.5 at 7am", "80.5 kg, Mon 2026-11-23 07:00"),
    ("Weight 7am 80,5 kg", "80.5 kg, Mon 2026-11-23 07:00"),
    ("Weight 80 2 hours ago", "80 kg, Mon 2026-11-23 07:15"),
    ("Weight 80 -2h", "80 kg, Mon 2026-11-23 07:15"),
    ("Weight 80 half an hour ago", "80 kg, Mon 2026-11-23 08:45"),
    ("Weight 80 today", "80 kg, Mon 2026-11-23 09:15"),
    ("Weight 80 yesterday", "80 kg, Sun 2026-11-22 00:00"),
    ("Weight 80 20 Nov 7am", "80 kg, Fri 2026-11-20 07:00"),
    ("Weight 80 20.11 7:00", "80 kg, Fri 2026-11-20 07:00"),
    ("Weight 80 2026-11-20T07:00+01:00", "80 kg, Fri 2026-11-20 06:00"),
    ("Pressure 120 80 last friday", "120/80 mmHg, Fri 2026-11-20 00:00"),
    ("Pressure yesterday 7:00 120/80 mmHg", "120/80 mmHg, Sun 2026-11-22 07:00"),
    ("Mood good 8am", "good, Mon 2026-11-23 08:00"),
    ("Mood 8am good", "good, Mon 2026-11-23 08:00"),
    ("Mood yesterday 8am", "yesterday, Mon 2026-11-23 08:00"),
    ("Snack nuts 30", "30 g nuts, Mon 2026-11-23 09:15"),
    ("Snack 30g nuts yesterday 15:00", "30 g nuts, Sun 2026-11-22 15:00"),
    ("Snack yesterday 15:00 fruit 100", "100 g fruit, Sun 2026-11-22 15:00"),
    ("Run 5.2 31min", "5.2 km, Mon 2026-11-23 08:44 to Mon 2026-11-23 09:15"),
    ("Run 5.2km 7am for 31 min", "5.2 km, Mon 2026-11-23 07:00 to Mon 2026-11-23 07:31"),
    ("Run 7:00-7:31 5.2", "5.2 km, Mon 2026-11-23 07:00 to Mon 2026-11-23 07:31"),
    ("Run 5.2 yesterday 7:00-7:31", "5.2 km, Sun 2026-11-22 07:00 to Sun 2026-11-22 07:31"),
    ("Run 5.2 7am", "5.2 km, Mon 2026-11-23 07:00 to Mon 2026-11-23 09:15"),
    ("Run 5.2 --at 7am --for 31min", "5.2 km, Mon 2026-11-23 07:00 to Mon 2026-11-23 07:31"),
    ("Run 5.2 --until 7:31 --for 31 min", "5.2 km, Mon 2026-11-23 07:00 to Mon 2026-11-23 07:31"),
    ("Run 5.2 7am --for 1h 20min", "5.2 km, Mon 2026-11-23 07:00 to Mon 2026-11-23 08:20"),
    ("Break 15 for 20 min", "15 min, Mon 2026-11-23 08:55 to Mon 2026-11-23 09:15"),
    ("Place home 8:00 to 9:00", "home, Mon 2026-11-23 08:00 to Mon 2026-11-23 09:00"),
    ("Run 5.2 31min today", "5.2 km, Mon 2026-11-23 08:44 to Mon 2026-11-23 09:15"),
    ("Sleep 7h30", "Mon 2026-11-23 01:45 to Mon 2026-11-23 09:15"),
    ("Sleep 23:30-7:00", "Sun 2026-11-22 23:30 to Mon 2026-11-23 07:00"),
    ("Sleep 11:30pm to 7am", "Sun 2026-11-22 23:30 to Mon 2026-11-23 07:00"),
    ("Sleep 7h30 --until 7:00", "Sun 2026-11-22 23:30 to Mon 2026-11-23 07:00"),
    ("Sleep yesterday 23:30 7h30", "Sun 2026-11-22 23:30 to Mon 2026-11-23 07:00"),
  ])
  func areUnderstood(line: String, expected: String) async throws {
    #expect(try await logged(line) == expected)
  }

  @Test(arguments: [
    ("Weight yesterday", "Weight needs a value in kg"),
    ("Weight 80 lb yesterday", "“lb” is not the unit of Weight, which is kg"),
    ("Weight 80 03/04/2026", "“03/04/2026” could be two days"),
    ("Weight 80 24 Dec", "24 Dec 2026 is still to come"),
    ("Weight 80 2h", "“2h” is not the unit of Weight, which is kg"),
    ("Weight 80 --for 2h", "Weight is of one moment: --for has no place"),
    ("Weight 80 7am --at 8am", "“7am” is not the unit of Weight, which is kg"),
    ("Break 15 min 20 min", "“15 min 20 min” could mean two things"),
    ("Sleep", "Sleep needs when it was or how long it took"),
    ("Sleep 18:00-18:30", "“18:00-18:30” could be two stretches of time"),
    ("Sleep 23:30-7:00 yesterday", "“23:30-7:00 yesterday” could be two stretches of time"),
    ("Sleep 7:00 1h --until 8:00", "Sleep takes no value"),
    ("Sleep 7:00 --until 8:00 --for 1h", "Sleep has a beginning, an end and a length"),
    ("Sleep 8h30 yesterday", "“yesterday” says no time of day"),
    ("Sleep today", "“today” says no time of day"),
    ("Sleep --for soon", "“soon” is not a length of time"),
    ("Mood g", "“g” is the beginning of 2 options"), ("Mood bad", "Mood has no option “bad”"),
    ("Snack 30 nut 8am pie", "“nut” is not the unit of Snack, which is g"),
  ])
  func areRefused(line: String, message: String) async throws {
    do {
      try await shell.run("log \(line)")
      Issue.record("\(line) was logged")
    } catch let error as ShellError {
      #expect(error.message.hasPrefix(message), "\(error)")
    }
  }

  @Test func showBothLinesIfTheyHaveTwoReadings() async throws {
    try await shell.run("item add Nap --kind optionWithInterval --option 20min --option 30min")
    let error = await #expect(throws: ShellError.self) {
      try await shell.run("log Nap 20min 30min")
    }
    #expect(error?.message == "“20min 30min” could mean two things")
    #expect(
      error?.hint == """
        type one of:
        log Nap --option 30min --for 20min
        log Nap --option 20min --for 30min
        """)
    #expect(
      try await logged("Nap --option 20min --for 30min")
        == "20min, Mon 2026-11-23 08:45 to Mon 2026-11-23 09:15")
  }

  @Test func knowOptionsByTheirBeginning() async throws {
    #expect(try await logged("Mood gre") == "great, Mon 2026-11-23 09:15")
    #expect(try await logged("Snack 30 FRU") == "30 g fruit, Mon 2026-11-23 09:15")
  }

  @Test func moveInAnEdit() async throws {
    try await shell.run("log Sleep yesterday 23:30 7h30")
    #expect(
      try await shell.run("data edit last fri").contains(
        "Fri 2026-11-20 23:30 to Sat 2026-11-21 07:00"))
    #expect(
      try await shell.run("data edit last 8h").contains(
        "Fri 2026-11-20 23:30 to Sat 2026-11-21 07:30"))
    #expect(
      try await shell.run("data edit last 22:00-6:00").contains(
        "Sun 2026-11-22 22:00 to Mon 2026-11-23 06:00"))
    // The item has no option “8am” or “yesterday”. Mood has one of them.
    try await shell.run("log Snack 30 nuts")
    #expect(
      try await shell.run("data edit last yesterday 8am").contains("nuts, Sun 2026-11-22 08:00"))
    try await shell.run("log Mood good")
    let error = await #expect(throws: ShellError.self) {
      try await shell.run("data edit last yesterday at 8am")
    }
    #expect(
      error?.hint?.contains("data edit last --option yesterday --at 8am") == true,
      "\(String(describing: error))")
    try await shell.run("log Weight 80 7:05")
    #expect(
      try await shell.run("data edit last --at yesterday").contains("80 kg, Sun 2026-11-22 07:05"))
    #expect(try await shell.run("data edit last 81 8am").contains("81 kg, Mon 2026-11-23 08:00"))
  }

  @Test func areListedByTheDaysThatPeopleName() async throws {
    for line in ["log Weight 80 yesterday 7:00", "log Weight 81 fri", "log Weight 82 7:00"] {
      try await shell.run(line)
    }
    func values(_ limits: String) async throws -> [Substring] {
      try await shell.run("data list Weight \(limits) --format csv").split(separator: "\n")
        .filter { $0.contains(",8") }.map { $0.split(separator: ",")[2] }
    }
    #expect(try await values("--on yesterday") == ["80.0"])
    #expect(try await values("--on last week") == ["80.0", "81.0"])
    #expect(try await values("--on today") == ["82.0"])
    #expect(try await values("--on 2026-10") == [])
    #expect(try await shell.run("stats Weight --on last week").contains("80.5"))
    let error = await #expect(throws: ShellError.self) {
      try await shell.run("data list --on yesterday --to today")
    }
    #expect(error?.message == "--on says both the beginning and the end")
  }
}

/// The redo of what another run has taken back.
@MainActor @Suite struct RedoneSaves {
  @Test func takeNoOtherProgramsSaveForAnUndo() async throws {
    let shell = try TrackerShell(and: [ContextPlugin()])
    let other = ModelContext(shell.container)
    other.author = "shell"
    other.name = "undo of a mistake"
    other.insert(StrataTrackerModel.Tag(name: try NonEmptyString("mine" as String)))
    try other.save()
    let error = await #expect(throws: ShellError.self) { try await shell.run("redo") }
    #expect(error?.message == "there is nothing to redo")
    #expect(
      try ModelContext(shell.container).fetchCount(FetchDescriptor<StrataTrackerModel.Tag>()) == 1)
  }
}

/// Items as people describe them.
@MainActor @Suite struct NewItems {
  private let shell: TrackerShell

  init() throws { shell = try TrackerShell() }

  @Test(arguments: [
    ("--unit kg", "singleValue"), ("--measure count", "singleValue"),
    ("--option good,bad", "singleOption"), ("--option good --unit g", "valueWithOption"),
    ("--values systolic/diastolic --unit mmHg", "dualValues"), ("--kind number", "singleValue"),
    ("--kind Pair", "dualValues"), ("--kind choice --option a", "singleOption"),
    ("--kind duration", "interval"),
  ])
  func haveTheKindThatTheirOptionsMean(options: String, kind: String) async throws {
    try await shell.run("item add X \(options)")
    #expect(try await shell.run("item show X --format csv").contains("\nkind,\(kind)\n"))
  }

  @Test func haveSeveralOptionsAtOnce() async throws {
    #expect(
      try await shell.run("item add Mood --option 'great, good,ok' --option bad")
        == "added Mood, a singleOption: great, good, ok, bad\n")
    try await shell.run("option add Mood 'so, so'")
    #expect(try await shell.run("option list Mood").contains("so, so"))
  }

  @Test(arguments: [
    ("X", "what does a data point hold? Give --kind"),
    ("X --option a --values b/c", "what does a data point hold? Give --kind"),
    ("X --option a,,b", "an option needs a name"),
    ("X --option a,A", "the option “A” is given twice"),
    ("X --kind evt", "--kind can't be “evt”"),
  ])
  func areRefused(line: String, message: String) async throws {
    let error = await #expect(throws: ShellError.self) { try await shell.run("item add \(line)") }
    #expect(error?.message == message)
  }
}
