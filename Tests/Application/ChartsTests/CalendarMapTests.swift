import Foundation
import StrataCharts
import Testing

@Suite struct CalendarMaps {
  private let calendar = Moments.calendar("Europe/Berlin")

  private func map(_ days: [Int: CalendarMap.Day], categories: [String] = []) -> CalendarMap {
    let start = Moments.date(2026, in: calendar)
    return CalendarMap(
      title: "Rain", unit: categories.isEmpty ? "mm" : nil, year: 2026, calendar: calendar,
      days: Dictionary(
        uniqueKeysWithValues: days.map {
          (calendar.date(byAdding: .day, value: $0, to: start) ?? start, $1)
        }), categories: categories)
  }

  @Test func haveEachDayOnce() {
    let map = map(Dictionary(uniqueKeysWithValues: (0..<365).map { ($0, .amount(1)) }))
    let lines = map.lines(TerminalStyle(width: 80))
    #expect(lines[2...8].joined().count { $0 == "█" } == 365)
    #expect(!lines[2...8].joined().contains("·"))
  }

  @Test func showAmountsInQuarters() {
    let map = map([0: .amount(1), 1: .amount(2), 5: .amount(3), 6: .amount(4), 40: .amount(90)])
    #expect(
      map.lines(TerminalStyle(width: 80)).joined(separator: "\n") == """
        Rain (mm) · 2026
            Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov  Dec
        Mon  ····················································
             ▒····█··············································
        Wed  ▓···················································
            ░····················································
        Fri ░···················································
            ····················································
        Sun ····················································
        · nothing  ░ to 2  ▒ to 3  ▓ to 4  █ to 90
        """)
  }

  @Test func goOnBelowWhereTheyDoNotFit() {
    let lines = map([:]).lines(TerminalStyle(width: 34, usesUnicode: false))
    #expect(lines.count == 1 + 8 * 2 + 1 && lines.allSatisfy { $0.count <= 34 })
  }

  @Test func giveCategoriesLettersOfTheirOwn() {
    let map = map(
      [0: .category(0), 1: .category(1), 2: .category(2)], categories: ["sun", "snow", "雪"])
    let legend = map.lines(TerminalStyle(width: 80)).last
    #expect(legend == "· nothing  s sun  n snow  a 雪")
  }

  @Test func areSVGWithAHintADay() {
    let svg = map([0: .amount(1.5)]).svg()
    #expect(svg.contains("<title>2026-01-01: 1.5 mm</title>"))
    #expect(svg.contains("<title>2026-12-31: nothing</title>"))
    #expect(svg.count(of: "<rect x=") == 365)
  }

  @Test func knowNoYearBeyondTheCalendar() {
    #expect(CalendarMap.range(of: 0, in: calendar) == nil)
    #expect(CalendarMap.range(of: 10_000, in: calendar) == nil)
  }
}

extension String {
  func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
