import StrataChartsPlugin
import Foundation
import StrataShell
import Testing

/// The command `overview`, a matrix of items by period.
@MainActor @Suite struct Overviews {
  private let lines = [
    "item add Weight --kind singleValue --unit kg --tag body",
    "item add Coffee --kind singleValue --measure count --tag food",
    "item add Pressure --kind dualValues --unit mmHg --tag body",
    "item add Mood --kind singleOption --option happy",
    "item add Sleep --kind interval",
    "log Weight 80 --at 2026-11-02T08:00", "log Weight 82 --at 2026-11-03T08:00",
    "log Weight 90 --at 2026-12-01T08:00",
    "log Coffee 1 --at 2026-11-02T08:00", "log Coffee 1 --at 2026-11-02T09:00",
    "log Pressure 120/80 --at 2026-11-30", "log Pressure 130/85 --at 2026-11-29",
    "log Mood happy --at 2026-12-31T23:59",
    "log Sleep --at 2026-11-30T23:00 --until 2026-12-01T06:30",
  ]
  private let range = "--from 2026-11-10 --to 2026-12-10"

  private func shell(columns: Int? = nil) async throws -> TrackerShell {
    let shell = try TrackerShell(
      and: [ChartsPlugin()], terminal: columns.map { TerminalSize(columns: $0, rows: 40) })
    for line in lines { try await shell.run(line) }
    return shell
  }

  @Test func haveEachItemsMeasureOfWholePeriods() async throws {
    let shell = try await shell()
    #expect(
      try await shell.run("overview --months \(range)") == """
        item      measure   2026-11  2026-12     all
        --------  --------  -------  -------  ------
        Coffee    count           2                2
        Mood      count                    1       1
        Pressure  avg mmHg   125/82           125/82
        Sleep     sum h        1:00     6:30    7:30
        Weight    avg kg       81.0     90.0    84.0
        (5 rows)

        """)
  }

  @Test(arguments: [40, 60, 200]) func haveTheSameTotalsAtEachWidth(columns: Int) async throws {
    let shell = try await shell(columns: columns)
    let table = try await shell.run("overview --days --last 40 --to 2026-12-11")
    let rows = table.split(separator: "\n").filter {
      $0.hasPrefix("Sleep") || $0.hasPrefix("Coffee")
    }
    #expect(rows.map { $0.split(separator: " ").last } == ["2", "7:30"], "\(table)")
  }

  @Test func giveProgramsARowForEachItemAndPeriod() async throws {
    let shell = try await shell()
    #expect(
      try await shell.run("overview --months \(range) --format csv") == """
        item,period,measure,unit,count,value1,value2
        Coffee,2026-11,count,,2,2.0,
        Mood,2026-12,count,,1,1.0,
        Pressure,2026-11,average,mmHg,2,125.0,82.5
        Sleep,2026-11,sum,h,1,1.0,
        Sleep,2026-12,sum,h,1,6.5,
        Weight,2026-11,average,kg,2,81.0,
        Weight,2026-12,average,kg,1,90.0,

        """)
  }

  @Test func leaveOutItemsWithoutTheMeasure() async throws {
    let shell = try await shell()
    #expect(
      try await shell.run("overview --years --last 1 --to 2027-01-01 --sum") == """
        item    measure  2026   all
        ------  -------  ----  ----
        Coffee  sum         2     2
        Sleep   sum h    7:30  7:30
        Weight  sum kg    252   252
        (3 rows)
        left out, as they have no sum: Mood, Pressure

        """)
  }

  @Test func areSortedByTag() async throws {
    let shell = try await shell()
    #expect(
      try await shell.run("overview --years --last 1 --to 2027-01-01 --count --sort tag") == """
        tag   item      measure  2026  all
        ----  --------  -------  ----  ---
        body  Pressure  count       2    2
        body  Weight    count       3    3
        food  Coffee    count       2    2
              Mood      count       1    1
              Sleep     count       1    1
        (5 rows)

        """)
    let tagged = try await shell.run("overview --last 1 --to 2026-11-03 --tag FOOD --format csv")
    #expect(tagged.hasSuffix("\nCoffee,2026-11-02,count,,2,2.0,\n"))
  }

  @Test func keepTheNewestPeriodsThatFit() async throws {
    let shell = try await shell(columns: 60)
    let shown = try await shell.run("overview --weeks --last 52 --to 2026-12-07")
    let lines = shown.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 60 || $0.contains("left off") })
    #expect(lines.first == "item      measure    W45  W46  W47     W48     W49     all")
    #expect(
      lines.last
        == "47 earlier weeks left off, as the terminal is too narrow; --format csv has all")
    #expect(lines.contains("Weight    avg kg    81.0                      90.0    84.0"))
  }

  @Test(
    arguments: [
      ("overview --days --years", "--days and --years exclude each other", nil),
      ("overview --sum --count", "--sum and --count exclude each other", nil),
      ("overview --last 2 --from 2026-11-01", "--last and --from exclude each other", 17),
      ("overview --last 0", "--last is from 1 to 1000", 17),
      ("overview --from 1800-01-01", "that is more than 1000 days", 17),
      ("overview --from 2999-01-01", "--from is in the future", 17),
      ("overview --tag bodi", "there is no tag “bodi”", 16),
    ] as [(String, String, Int?)])
  func refuse(line: String, message: String, column: Int?) async throws {
    let shell = try await shell()
    let error = await #expect(throws: ShellError.self) { try await shell.run(line) }
    #expect(error?.message == message && error?.column == column)
  }

  @Test func ofNothingAreEmpty() async throws {
    let shell = try TrackerShell(and: [ChartsPlugin()])
    #expect(try await shell.run("overview --format csv").split(separator: "\n").count == 1)
    #expect(try await shell.run("overview").hasSuffix("(0 rows)\n"))
  }
}
