import Foundation
import StrataGoalsPlugin
import StrataRemindersPlugin
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTestSupport
import Testing
import StrataTrackerModel
import StrataTrackerShell

@testable import StrataTransferPlugin

/// What was exported and imported into an empty store is the same store.
@MainActor @Suite struct RoundTrips {
  /// Plugins with models of their own.
  private let others: [any Plugin] = [GoalsPlugin(), RemindersPlugin()]

  @Test(arguments: [("all.jsonl", ""), ("all.csv", ""), ("all.csv", "--escape-formulas")])
  func keepEverything(name: String, option: String) async throws {
    var tracker = RandomTracker(random: SeededGenerator(for: "round trip \(name)\(option)"))
    for _ in 0..<12 {
      let first = try TrackerShell(and: others)
      try tracker.fill(first.container)
      let whole = try TrackerSnapshot(first.container)
      try await first.run("export \(first.path(name)) \(option)")
      let second = try TrackerShell(first.folder, and: others)
      try await second.run("import \(second.path(name)) --strict")
      #expect(try TrackerSnapshot(second.container) == whole)
      #expect(second.warnings == "")
      // The same store gives the same file.
      try await second.run("export \(second.path("again-" + name)) \(option)")
      #expect(try second.read("again-" + name) == first.read(name))
      // And nothing is added twice.
      let answer = try await second.run("import \(second.path(name))")
      #expect(answer.hasPrefix("added nothing"), "\(answer)")
      #expect(try TrackerSnapshot(second.container) == whole)
    }
  }

  @Test(arguments: ["one.jsonl", "one.csv"])
  func ofOneItemKeepItAlone(name: String) async throws {
    let first = try TrackerShell()
    try await first.run("item add Weight --kind singleValue --unit kg --tag body")
    try await first.run("item add Mood --kind singleOption --option good")
    try await first.run("log Weight 98.6 --at 2026-11-20T07:00 --memo heavy")
    try await first.run("log Mood --option good")
    try await first.run("export \(first.path(name)) --item Weight")
    let second = try TrackerShell(first.folder)
    let answer = try await second.run("import \(second.path(name))")
    #expect(answer == "added 1 item, 1 tag, 1 data point\n")
    let snapshot = try TrackerSnapshot(second.container)
    #expect(
      snapshot.items == (try TrackerSnapshot(first.container).items.filter { $0.unit == "kg" }))
    #expect(snapshot.points.map(\.memo) == ["heavy"])
  }

  @Test(arguments: ["all.jsonl", "all.csv"])
  func keepWhatOtherPluginsShow(name: String) async throws {
    let first = try TrackerShell(and: others)
    try await first.run("item add Weight --kind singleValue --unit kg")
    try await first.run("log Weight 98.6 --at 2026-11-20T07:00")
    try await first.run("goal add Weight '< 95' --by 2027-01-01")
    try await first.run("goal add Weight 'count >= 3' --per week")
    try await first.run("remind add Weight 7d")
    #expect(try await first.run("export \(first.path(name))") == "wrote 1 data point\n")
    let second = try TrackerShell(first.folder, and: others)
    let answer = try await second.run("import \(second.path(name))")
    #expect(answer == "added 1 item, 2 goals, 1 reminder, 1 data point\n")
    for line in ["goal list", "remind list"] {
      #expect(try await second.run(line) == first.run(line))
    }
    #expect(try await second.run("import \(second.path(name))").hasPrefix("added nothing;"))
  }

  /// Goals and reminders are an item's, as its data points are.
  @Test(arguments: ["one.jsonl", "one.csv"])
  func ofOneItemKeepWhatOtherPluginsKeepOfIt(name: String) async throws {
    let first = try TrackerShell(and: others)
    for item in ["Weight", "Height"] {
      try await first.run("item add \(item) --kind singleValue")
      try await first.run("goal add \(item) '< 95'")
    }
    try await first.run("export \(first.path(name)) --item Height")
    let second = try TrackerShell(first.folder, and: others)
    // In the other store the item was made on its own, and has another identifier.
    try await second.run("item add Height --kind singleValue")
    let answer = try await second.run("import \(second.path(name)) --dry-run")
    #expect(answer == "would add 1 goal\n")
    #expect(try await second.run("import \(second.path(name))") == "added 1 goal\n")
    #expect(try await second.run("goal list").contains("Height"))
  }

  @Test(arguments: [("all.jsonl", 3), ("all.csv", 4)])
  func sayWhatNoPluginTakesBack(name: String, line: Int) async throws {
    let first = try TrackerShell(and: others)
    try await first.run("item add Weight --kind singleValue")
    try await first.run("goal add Weight '< 95'")
    try await first.run("export \(first.path(name))")
    let second = try TrackerShell(first.folder)
    let answer = try await second.run("import \(second.path(name))")
    #expect(
      answer.contains(":\(line):1: no plugin of this run keeps a “goal”")
        && answer.hasSuffix("added 1 item; 1 bad part left out\n"), "\(answer)")
  }

  /// A plugin whose records couldn't be told from others in the file.
  private struct AmbiguousPlugin: ItemRecordPlugin {
    let name = "Ambiguous"
    let summary = "reminds under another name"
    let recordName: String
    private let reminders = RemindersPlugin()

    init(_ recordName: String) { self.recordName = recordName }

    var models: [any PersistentModel.Type] { reminders.models }
    var commands: [Command<ApplicationEnvironment>] { [] }
    func objects(of item: Item) throws -> [Reminder] { try reminders.objects(of: item) }
    func record(of object: Reminder) -> ReminderRecord { reminders.record(of: object) }
    func insert(_ record: ReminderRecord, for item: Item) throws -> Bool {
      try reminders.insert(record, for: item)
    }
  }

  @Test(arguments: ["goal", "item", "end"])
  func neverHaveTwoThingsOfOneName(name: String) async throws {
    let shell = try TrackerShell(and: [GoalsPlugin(), AmbiguousPlugin(name)])
    await #expect(
      throws: ShellError(
        "Ambiguous can't export its objects: “\(name)” is something else in the file",
        hint: "leave the plugin out with --without Ambiguous")
    ) {
      try await shell.run("export \(shell.path("all.csv"))")
    }
    #expect(try shell.folder.names().isEmpty)
  }

  /// Before other plugins had records of their own, there was no column for them.
  @Test func ofAnEarlierVersionAreRead() async throws {
    let shell = try TrackerShell(and: others)
    let file = """
      record,item,kind,unit,start,end,value1,value2,option,selection,memo,uid,created,optionUid,tags,number,label,retired,author
      appshell-tracker,,,,,,,,,,,,,,,1,,,
      item,Mood,singleOption,,,,,,,,'=,6D2B5B0D-4E0A-4F4B-9C77-5A3C5F1E8A01,2026-11-23T09:15:30Z,,[],1,,,ann
      option,Mood,,,,,,,,,,6D2B5B0D-4E0A-4F4B-9C77-5A3C5F1E8A02,,,,0,happy,false,
      data,Mood,singleOption,,2026-01-03T00:00:00Z,,,,happy,[],,6D2B5B0D-4E0A-4F4B-9C77-5A3C5F1E8A03,2026-11-23T09:15:30Z,6D2B5B0D-4E0A-4F4B-9C77-5A3C5F1E8A02,,,,,bob
      end,,,,,,,,,,,,,,,2,,,
      """
    try shell.write(file + "\n", to: "old.csv")
    let answer = try await shell.run("import \(shell.path("old.csv")) --strict")
    #expect(answer == "added 1 item, 1 option, 1 data point\n")
    let snapshot = try TrackerSnapshot(shell.container)
    #expect(snapshot.items.first?.memo == "'=" && snapshot.points.first?.author == "bob")
  }

  /// A record that its plugin refuses is one bad part.
  @Test func leaveOutRecordsThatCantBe() async throws {
    let shell = try TrackerShell(and: others)
    try shell.write(
      """
      {"format":"appshell-tracker","version":1}
      {"item":{"created":"2026-11-23T09:15:30Z","kind":"singleValue","name":"Weight","options":[],"tags":[],"uid":"6D2B5B0D-4E0A-4F4B-9C77-5A3C5F1E8A01"}}
      {"reminder":{"item":"Weight","fields":{"interval":-1,"lastLogged":"2026-11-23T09:15:30Z"}}}
      {"reminder":{"item":"Weight","fields":{"interval":60,"lastLogged":"yesterday"}}}
      {"reminder":{"item":"Height","fields":{"interval":60,"lastLogged":"2026-11-23T09:15:30Z"}}}
      {"goal":{"item":"Weight","fields":{}}}
      {"goal":5}
      {"goal":{"item":"Weight"},"author":"me"}
      {"end":7}

      """, to: "bad.jsonl")
    let answer = try await shell.run("import \(shell.path("bad.jsonl"))")
    for problem in [
      ":3:1: reminder: the interval must be more than 0",
      ":4:1: reminder.fields.lastLogged: “yesterday” is not a date",
      ":5:1: there is no item “Height” before it", ":6:1: goal.fields.uid is missing",
      ":7:1: goal is of the wrong type", ":8:1: the line is none of item, data, tag and end",
      "added 1 item; 6 bad parts left out",
    ] { #expect(answer.contains(problem), "\(answer)") }
  }

  /// Two people who keep the same item, each for themselves.
  @Test func intoAnItemOfTheSameNameAddToIt() async throws {
    let first = try TrackerShell()
    try await first.run("item add Mood --kind singleOption --option good --option bad")
    try await first.run("log Mood --option bad --select 1")
    try await first.run("export \(first.path("all.jsonl"))")
    let second = try TrackerShell(first.folder)
    try await second.run("item add Mood --kind singleOption --option BAD")
    let answer = try await second.run("import \(second.path("all.jsonl"))")
    #expect(answer == "added 1 option, 1 data point\n")
    let snapshot = try TrackerSnapshot(second.container)
    #expect(snapshot.items.first?.options.map(\.label) == ["BAD", "good"])
    #expect(snapshot.points.first?.content.optionID == snapshot.items.first?.options.first?.uid)
    // It had another number there.
    #expect(snapshot.points.first?.selection == [0])
    let third = try TrackerShell(first.folder)
    try await third.run("item add Mood --kind singleValue")
    await #expect(throws: ShellError("nothing was imported: all 2 parts are bad")) {
      try await third.run("import \(third.path("all.jsonl"))")
    }
    let refused = third.warnings
    #expect(refused.contains("its kind is singleValue, not singleOption"))
  }
}

/// What is said of files that are no whole export, and what is taken of them.
@MainActor @Suite struct DamagedExports {
  private let shell: TrackerShell
  private let whole: [String]

  init() async throws {
    let first = try TrackerShell()
    try await first.run("item add Weight --kind singleValue")
    for value in 1...4 { try await first.run("log Weight \(value)") }
    try await first.run("export \(first.path("all.jsonl"))")
    whole = try first.read("all.jsonl").split(separator: "\n").map(String.init)
    shell = try TrackerShell(first.folder)
  }

  private func importing(_ lines: [String], _ options: String = "") async throws -> String {
    try shell.write(lines.joined(separator: "\n") + "\n", to: "bad.jsonl")
    do {
      return try await shell.run("import \(shell.path("bad.jsonl")) \(options)")
    } catch let error as ShellError {
      return shell.warnings + error.description
    }
  }

  private func pointCount() throws -> Int {
    try ModelContext(shell.container).fetchCount(FetchDescriptor<ItemData>())
  }

  @Test func ofANewerVersionAreRefused() async throws {
    let newer = whole[0].replacing("\"version\":1", with: "\"version\":2")
    let answer = try await importing([newer] + whole.dropFirst())
    #expect(answer.contains("was written by a newer version: its form is 2"))
    #expect(try TrackerSnapshot(shell.container).items.isEmpty)
  }

  @Test func giveTheirGoodParts() async throws {
    var lines = whole
    lines[2] = "{\"data\":{\"uid\":5}}"
    lines[3] = lines[3].replacing("\"start\":\"", with: "\"start\":\"x")
    let answer = try await importing(lines)
    #expect(answer.contains("bad.jsonl:3:1: data."))
    #expect(answer.contains("bad.jsonl:4:1: data.start: “x"))
    #expect(answer.contains("added 1 item, 2 data points; 2 bad parts left out"))
    #expect(try pointCount() == 2)
  }

  @Test(arguments: [true, false])
  func leaveOutWhatHasAnAuthorThatIsNone(isCSV: Bool) async throws {
    let name = isCSV ? "odd.csv" : "odd.jsonl"
    let first = try TrackerShell(shell.folder)
    try await first.run("import \(first.path("all.jsonl"))")
    try await first.run("export \(first.path(name))")
    var lines = try first.read(name).split(separator: "\n").map(String.init)
    let authors = ["\"\"", "\"\(isCSV ? "a\nb" : "a\\nb")\""]
    for (line, author) in zip([3, 4], authors) {
      lines[line] =
        isCSV
        ? lines[line].replacing(/[^,]*,,,,,$/, with: author + ",,,,,")
        : lines[line].replacing(/"author":"[^"]*"/, with: "\"author\":" + author)
    }
    try shell.write(lines.joined(separator: "\n") + "\n", to: name)
    let answer = try await shell.run("import \(shell.path(name))")
    #expect(answer.contains("added 1 item, 2 data points; 2 bad parts left out"), "\(answer)")
    #expect(answer.contains("\(name):4:1: "), "\(answer)")
    #expect(answer.contains("author"), "\(answer)")
  }

  @Test func leaveOutItemsWithAnAuthorThatIsNone() async throws {
    var lines = whole
    lines[1] = lines[1].replacing(/"author":"[^"]*"/, with: "\"author\":\" \"")
    let answer = try await importing(lines)
    #expect(answer.contains("bad.jsonl:2:1: item.author: "), "\(answer)")
    #expect(answer.contains("nothing was imported: all 5 parts are bad"), "\(answer)")
    #expect(try TrackerSnapshot(shell.container).items.isEmpty)
  }

  @Test(arguments: ["@1e300", "@-1e14", "@inf", "@nan", "@0x10"])
  func leaveOutDatesBeyondAllMeasure(date: String) async throws {
    var lines = whole
    lines[3] = lines[3].replacing(/"start":"[^"]*"/, with: "\"start\":\"\(date)\"")
    let answer = try await importing(lines)
    #expect(
      answer.contains(
        "bad.jsonl:4:1: data.start: “\(date)” is not a date within 1e13 seconds of 2001"),
      "\(answer)")
    #expect(answer.contains("added 1 item, 3 data points; 1 bad part left out"))
  }

  @Test func ofTheFarthestDatesAreCountedByDay() async throws {
    let lines = whole.map { $0.replacing(/"start":"[^"]*"/, with: "\"start\":\"@1e13\"") }
    #expect(try await importing(lines) == "added 1 item, 4 data points\n")
    #expect(try await shell.run("stats Weight --by day --format csv").contains("318888-05-20,"))
  }

  @Test func giveNothingWhenAskedToBeStrict() async throws {
    var lines = whole
    lines[4] = "garbage"
    let answer = try await importing(lines, "--strict")
    #expect(answer.contains("bad.jsonl:5:1: the line is not JSON"))
    #expect(answer.contains("nothing was imported: 1 of the parts is bad"))
    #expect(try TrackerSnapshot(shell.container).items.isEmpty)
  }

  @Test func sayThatTheyWereCutOff() async throws {
    let answer = try await importing(whole.dropLast())
    #expect(answer.contains("has no end: it was cut off"))
    #expect(try pointCount() == 4)
    try #expect(
      shell.messages.hasSuffix(
        "added 1 item, 4 data points until then; the same line goes on from there\n"))
    #expect(shell.environment.steps.obstacle == "an import can't be taken back")
    let strict = try TrackerShell(shell.folder)
    await #expect(throws: ShellError.self) {
      try await strict.run("import \(strict.path("bad.jsonl")) --strict")
    }
    #expect(try TrackerSnapshot(strict.container).items.isEmpty)
  }

  @Test func sayThatPartsAreMissing() async throws {
    var lines = whole
    lines.remove(at: 3)
    #expect(try await importing(lines).contains("was written with 5: some are missing"))
  }

  @Test func changeNothingWhenTried() async throws {
    #expect(
      try await importing(whole, "--dry-run") == "would add 1 item, 4 data points\n")
    #expect(try TrackerSnapshot(shell.container).items.isEmpty)
  }

  @Test func thatAreNoneAreRefused() async throws {
    #expect(try await importing(["{\"a\":1}"]).contains("this is no export of the tracker"))
  }
}

@Suite struct ExactDates {
  @Test func readBackAsTheSame() {
    var random = SeededGenerator(for: "exact dates")
    for _ in 0..<20_000 {
      let size = pow(10, Double.random(in: -9...13, using: &random))
      let date = Date(
        timeIntervalSinceReferenceDate: Double.random(in: -size...size, using: &random))
      let text = ExactDate(date).text
      #expect(ExactDate(text)?.date == date, "\(text)")
    }
  }

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (0.25, "2001-01-01T00:00:00.250Z"),
    (-0.5, "2000-12-31T23:59:59.500Z"), (1e12, "@1000000000000.0"),
  ])
  func areISODatesWhereTheyCan(seconds: Double, text: String) {
    #expect(ExactDate(Date(timeIntervalSinceReferenceDate: seconds)).text == text)
  }
}
