import StrataGoalsPlugin
import StrataShell
import Testing

/// What a person types by mistake, and what the answer says to do.
@MainActor @Suite struct Stumbles {
  private func shell() async throws -> TrackerShell {
    let shell = try TrackerShell(and: [GoalsPlugin()])
    for line in [
      "item add Weight --unit kg", "item add Sleep --kind duration",
      "item add Mood --option great,good", "item add Pill --kind event",
      "item add Snack --option nuts,fruit --unit g",
      "item add Pressure --values systolic/diastolic",
    ] {
      try await shell.run(line)
    }
    return shell
  }

  @Test(arguments: [
    ("log weight 80 tomorow", "did you mean tomorrow?"),
    ("log pill yesterdya", "did you mean yesterday?"),
    (
      "log weight 80 90",
      "log each in a line of its own; a time is written as 7:00, yesterday or 20 Nov 7:00"
    ),
    ("log mood great good", "more than one is chosen with --select"),
    ("log snack 30 nuts fruit", "more than one is chosen with --select"),
    ("log sleep 7", "write 7h for how long it took, or 7:00 for when it was"),
    ("log sleep 23:30-25:00", "times go from 0:00 to 23:59:59"),
    ("weight 80", "did you mean log Weight?"), ("lgo weight 80", "did you mean log?"),
    ("'log weight 80'", "leave out the quotes around the line"),
    (
      "data list --where weight>80",
      "Weight is an item, and value is its value; for its data points alone name it before --where, "
        + "or write item == \"Weight\""
    ),
    ("log sleep 90", "write 90min or 90h for how long it took"),
    ("log sleep 8.5", "write 8.5h for how long it took"),
    ("log sleep 8,5", "write 8.5h for how long it took"), ("log sleep 23-7", "write 23:00-7:00"),
    ("goal add Pill 'at least 1 h' --per day", "leave out the “h”"),
    ("goal add Pill 'at least 1 --per day'", "write it outside of the quotes"),
    ("goal add Weight 'count >= 3 kg' --per week", "leave out the “kg”"),
  ])
  func areAnsweredByWhatToDo(line: String, hint: String) async throws {
    let shell = try await shell()
    let error = await #expect(throws: ShellError.self) { try await shell.run(line) }
    #expect(error?.hint == hint)
    // Nothing of it is logged.
    #expect(try await shell.run("data list --format csv").split(separator: "\n").count == 1)
  }

  @Test func ofAGoalWhoseItemIsOfAnotherKindAreSaid() async throws {
    let shell = try await shell()
    try await shell.run("goal add Pressure 'value2 < 85'")
    try await shell.run("goal add Sleep 'sum >= 7h' --per day")
    try await shell.run("goal add Sleep 'latest > 20min'")
    #expect(try await shell.run("goal list").contains("latest > 20 min"))
    try await shell.run("item edit Pressure --kind singleValue")
    try await shell.run("item edit Sleep --kind event")
    try await shell.run("log Pressure 5")
    let goals = try await shell.run("goal list --format csv")
    #expect(goals.split(separator: "\n").dropFirst().allSatisfy { $0.contains("not of its kind") })
  }

  @Test func ofAKindAreMendedByItsOtherWords() async throws {
    let shell = try await shell()
    let error = await #expect(throws: ShellError.self) {
      try await shell.run("item add Steps --kind numbr")
    }
    #expect(error?.hint?.hasPrefix("did you mean number?\n") == true)
  }

  @Test func ofTwoValuesAreNoted() async throws {
    let shell = try await shell()
    for number in 1...5 {
      try await shell.run("log Pressure 12\(number)/80 --at 2026-11-0\(number)")
    }
    #expect(
      try await shell.run("log Pressure 80/120").contains(
        "note: 80 is less than 120, unlike all 5 before; undo takes it back"))
    #expect(!(try await shell.run("log Pressure 121/80").contains("note:")))
  }
}
