import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The command `calendar`, which draws a year of an item day by day.
enum CalendarCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["calendar"], "draw a year of a thing, day by day",
      arguments: [.required("NAME", "the item")],
      options: [
        .value("year", "Y", "the year; that of the last data point when left out"),
        ChartRequest.width,
      ] + ChartRequest.pictures,
      discussion: """
        A day shows the average of what was measured, the sum of what lasts, or the option that had \
        most of it. --sum, --count and --average choose for this picture, and item add --measure for \
        all of an item. With --format json or csv, the days' numbers.
        """,
      examples: [
        "calendar Mood", "calendar Temperature --year 2015 --svg temperature.svg --overwrite",
        "calendar Mood --count",
      ],
      group: group, completion: ItemCompletion.complete, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let request = try ChartRequest(invocation, environment)
    let reader = try request.reader()
    let style = try request.style()
    let file = try request.file()
    let year: Int
    if let wish = invocation.option("year") {
      year = try wish.integer()
      guard CalendarMap.range(of: year, in: reader.calendar) != nil else {
        throw wish.error("there is no year \(wish.text)", hint: "give one from 1 to 9999")
      }
    } else {
      let extent = try reader.extent(.earliest ..< .latest)
      let last = extent?.upperBound ?? environment.now()
      year = reader.calendar.component(.year, from: last)
    }
    let map = try ItemPicture.calendar(reader, year: year)
    if let file {
      try file.write(map.svg())
      environment.output.message("wrote \(file.name)")
    } else if environment.output.format == .table {
      try environment.output.draw(map.lines(style))
    } else {
      let isChoice = !map.categories.isEmpty
      let writer = try environment.output.beginTable(["day", isChoice ? "option" : "amount"])
      for (day, value) in map.days.sorted(by: { $0.key < $1.key }) {
        let cell: Cell =
          switch value {
          case .amount(let amount): Cell(SeriesTable.rounded(amount))
          case .category(let index):
            map.categories.indices.contains(index) ? .text(map.categories[index]) : .null
          }
        try writer.row([.text(DateLabel.day(day, in: map.calendar)), cell])
      }
      try writer.end()
    }
  }
}
