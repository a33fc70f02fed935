import Foundation
import StrataShell
import Testing

/// Conditions of `data list` in the words that it shows.
@MainActor @Suite struct PointConditions {
  private func shell() async throws -> TrackerShell {
    let shell = try TrackerShell()
    for line in [
      "item add Weight --kind singleValue --tag health",
      "item add Pressure --kind dualValues --tag health",
      "item add Snack --kind valueWithOption --option nuts --option apple",
      "item add Sleep --kind interval",
      "item add Mood --kind singleOption --option calm --option Nuts",
      "log Weight 98 --at 2026-11-20T07:00 --memo heavy",
      "log Pressure 121 79 --at 2026-11-21T07:00",
      "log Snack 30 nuts --at 2026-11-22T07:00", "log Snack 12 apple --at 2026-11-23T07:00",
      "log Sleep --at 2026-11-24T00:00 --until 2026-11-24T08:30",
      "log Mood calm --select Nuts --at 2026-11-25T07:00",
    ] { try await shell.run(line) }
    return shell
  }

  /// The first values or the items of the data points that are found, the oldest first.
  private func found(_ options: String) async throws -> String {
    try await shell().run("data list \(options) --oldest --format csv --no-header")
      .split(separator: "\n").map { String($0.split(separator: ",")[1]) }.joined(separator: " ")
  }

  @Test(
    arguments: [
      ("value > 90", "Weight Pressure"), ("value1 > 90", "Weight Pressure"),
      ("value2 < 80", "Pressure"), ("value - value2 == 42", "Pressure"),
      (#"when >= "2026-11-24""#, "Sleep Mood"), (#"start < "2026-11-21""#, "Weight"),
      (#"end > "2026-11-24""#, "Sleep"), ("hours >= 8.5", "Sleep"), ("hours > 8.5", ""),
      (#"item == "Weight" OR item IN {"Sleep"}"#, "Weight Sleep"), ("item == 1", "Weight"),
      (#"memo CONTAINS "eav""#, "Weight"), ("memo != nil", "Weight"),
      (#"option == "nuts""#, "Snack"), (#"option ==[c] "NUTS""#, "Snack"),
      (#"option IN {"nuts", "calm"}"#, "Snack Mood"), (#"option == "none""#, ""),
      (#"option != "nuts" AND item == "Snack""#, "Snack"),
      ("option == nil", "Weight Pressure Sleep"),
      ("option != nil", "Snack Snack Mood"), (#"NOT option LIKE "n*" AND value < 50"#, "Snack"),
      ("dataContent.value1 > 90 AND item.name == \"Weight\"", "Weight"),
      ("ANY item.tags.name == \"health\"", "Weight Pressure"), ("selection == 2", "Mood"),
    ])
  func nameColumns(condition: String, items: String) async throws {
    #expect(try await found("--where '\(condition)'") == items)
  }

  @Test(arguments: [
    ("--tag health", "Weight Pressure"), ("--tag HEALTH --where 'value > 100'", "Pressure"),
    ("--option nuts", "Snack Mood"), ("--option APPLE", "Snack"), ("--option calm", "Mood"),
  ])
  func nameTagsAndOptions(options: String, items: String) async throws {
    #expect(try await found(options) == items)
  }

  private nonisolated static let names =
    "they have uid, when, end, item, value, value2, hours, option, selection, memo, source"

  @Test(
    arguments: [
      ("--where 'colour == 1'", "data points have no “colour”", names, 20),
      (
        "--where 'value > 1 AND valeu > 10'", "data points have no “valeu”",
        "did you mean value?\n" + names, 34
      ),
      (
        "--where 'what == 1'", "what is made of several columns",
        "ask for value, value2, option or hours", 20
      ),
      (
        "--where 'lowercase(option) == \"x\"'", "option can only be compared with a text",
        #"write it like option == "nuts""#, 30
      ),
      ("--tag helth", "there is no tag “helth”", "did you mean health?", 17),
      ("--tag x", "there is no tag “x”", "tag list shows them", 17),
      ("--option aple", "no item has an option “aple”", "did you mean apple?", 20),
      ("--option x", "no item has an option “x”", "option list ITEM shows them", 20),
    ] as [(String, String, String, Int)])
  func refuseUnknownWords(options: String, message: String, hint: String, column: Int) async throws
  {
    let shell = try await shell()
    await #expect(throws: ShellError(message, hint: hint, column: column, kind: .usage)) {
      try await shell.run("data list \(options)")
    }
  }
}
