import Foundation
import StrataShell
import Testing

/// Lists of data points, as people and as programs read them.
@MainActor @Suite struct PointListings {
  private func shell(_ terminal: TerminalSize? = nil) async throws -> TrackerShell {
    let shell = try TrackerShell(terminal: terminal)
    for line in [
      "item add Weight --kind singleValue --unit kg",
      "item add Pressure --kind dualValues --unit mmHg",
      "item add Snack --kind valueWithOption --unit g --option nuts --option 'a whole apple'",
      "item add Sleep --kind interval --option dreams",
      "item add Run --kind valueWithInterval --unit km",
      "item add Place --kind optionWithInterval --option home",
      "item add Mood --kind singleOption --option happy --option calm",
      "log Weight 80 --at 2026-11-20T07:00:59.876Z",
      "log Pressure 120 80.5 --at '2026-11-20 08:00'", "log Snack 30 nuts --at '2026-11-20 09:00'",
      "log Sleep --at '2026-11-19 23:00' --until '2026-11-20 06:30' --select dreams",
      "log Run 5.2 --at '2026-11-20 10:00' --until '2026-11-20 10:31:12'",
      "log Place home --at '2026-11-10' --until '2026-11-13 04:10' --memo 'with the family'",
      "log Mood happy --at '2026-11-20 11:00' --select calm,happy",
    ] { try await shell.run(line) }
    return shell
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.dropFirst()
        .joined(separator: "|")
    }
  }

  @Test func showPeopleWords() async throws {
    let shell = try await shell()
    #expect(
      lines(try await shell.run("data list")).filter { !$0.hasPrefix("---") } == [
        "when|item|what|memo", "Fri 2026-11-20 11:00|Mood|happy (happy, calm)",
        "Fri 2026-11-20 10:00|Run|5.2 km, 31 min 12 s", "Fri 2026-11-20 09:00|Snack|30 g nuts",
        "Fri 2026-11-20 08:00|Pressure|120/80.5 mmHg", "Fri 2026-11-20 07:00|Weight|80 kg",
        "Thu 2026-11-19 23:00|Sleep|7 h 30 min (dreams)",
        "Tue 2026-11-10 00:00|Place|home, 3 d 4 h|with the family", "",
      ])
  }

  @Test func showThoseOfAnItemWithoutItsName() async throws {
    let shell = try await shell()
    let text = try await shell.run("data list Weight --format markdown")
    #expect(text.hasPrefix("| uid      | when                 | what  | memo |\n"))
    #expect(text.hasSuffix(" | Fri 2026-11-20 07:00 | 80 kg |      |\n"))
  }

  @Test func showProgramsTheColumnsOfOld() async throws {
    let shell = try await shell()
    #expect(
      try await shell.run("data list Weight --format csv").split(separator: ",").dropFirst()
        .joined(separator: ",").contains("start,end,value1,value2,option,selection,memo\n"))
    let json = try await shell.run("data list Run --format json")
    #expect(
      json.contains(
        #","start":"2026-11-20T10:00:00Z","end":"2026-11-20T10:31:12Z","value1":5.2,"value2":null,"#
          + #""option":null,"selection":[],"memo":null}"#))
    #expect(json.hasPrefix(#"{"uid":""#))
    #expect(
      try await shell.run("data list Weight --format tsv --no-header")
        .hasSuffix("\t2026-11-20T07:00:59.876Z\t\t80.0\t\t\t[]\t\n"))
  }

  @Test func fitATerminalOf80Columns() async throws {
    let shell = try await shell(TerminalSize(columns: 80, rows: 24))
    try await shell.run(
      "item add 'A nineteen long one' --kind valueWithOption --unit milligram --option 'not so good at all'"
    )
    try await shell.run(
      "log 'A nineteen long one' 1234.5678 'not so good at all' --memo 'a remark that goes on and on'"
    )
    for line in try await shell.run("data list").split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func sayMinutesInAnswers() async throws {
    let shell = try await shell()
    #expect(
      try await shell.run("log Weight 80 --at 2026-11-20T07:00:59.876Z")
        .hasSuffix(": 80 kg, Fri 2026-11-20 07:00\n"))
  }

  @Test(arguments: ["greatest", "least", "longest", "shortest", "oldest"])
  func areSorted(order: String) async throws {
    let shell = try TrackerShell()
    for line in [
      "item add Weight --kind singleValue", "item add Run --kind valueWithInterval",
      "item add Sleep --kind interval", "log Weight 90 --at 2026-11-01",
      "log Weight 85 --at 2026-11-02", "log Weight 70 --at 2026-11-03",
      "log Run 90 --at '2026-11-04 7:00' --until '2026-11-04 8:00'",
      "log Sleep --at '2026-11-05 22:00' --until '2026-11-06 6:00'",
      "log Sleep --at '2026-11-06 22:00' --until '2026-11-06 22:10'",
    ] {
      try await shell.run(line)
    }
    func values(_ options: String) async throws -> [String] {
      try await shell.run("data list \(options) --format csv").split(separator: "\n").dropFirst()
        .map { line in
          let cells = line.split(separator: ",", omittingEmptySubsequences: false)
          return String(cells[4].replacing(".0", with: ""))
        }
    }
    let all = try await values("--sort \(order)")
    #expect(Set(all.filter { !$0.isEmpty }) == ["90", "85", "70"] && all.count == 6)
    // The order goes on behind a page.
    #expect(try await values("--sort \(order) --limit 4") == Array(all.prefix(4)))
    switch order {
    case "greatest": #expect(all.prefix(4) == ["90", "90", "85", "70"])
    case "least": #expect(all.prefix(4) == ["70", "85", "90", "90"])
    case "longest": #expect(all.prefix(3) == ["", "90", ""])
    case "shortest": #expect(all.prefix(3) == ["", "90", ""])
    default: #expect(all == ["90", "85", "70", "90", "", ""])
    }
  }

  @Test(arguments: ["--sort greatest --oldest", "--sort longest --last 2"])
  func haveOneOrder(options: String) async throws {
    let shell = try TrackerShell()
    let error = await #expect(throws: ShellError.self) {
      try await shell.run("data list \(options)")
    }
    #expect(error?.message.contains("exclude each other") == true)
  }

  @Test func giveProgramsAllDigitsOfAverages() async throws {
    let shell = try await shell()
    for value in [82.1, 84.3] { try await shell.run("log Weight \(value) --at 2026-11-21") }
    let table = try await shell.run("stats Weight")
    #expect(table.contains("    1      3  246.4     80.0     84.3    82.13   82.10\n"))
    #expect(
      try await shell.run("stats Weight --format csv").hasSuffix(
        "1,3,246.4,80.0,84.3,82.1333333333,82.1\n"))
    #expect(
      try await shell.run("stats Sleep").contains(
        "    1  7 h 30 min  7 h 30 min  7 h 30 min  7 h 30 min\n"))
    #expect(try await shell.run("stats Sleep --format csv").hasSuffix("1,7.5,7.5,7.5,7.5\n"))
  }
}
