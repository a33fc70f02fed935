import Foundation
import StrataCharts

// A picture of numbers that belong to no tracker.
var calendar = Calendar(identifier: .gregorian)
calendar.timeZone = .gmt
let start = Date(timeIntervalSinceReferenceDate: 0)
var reducer = SeriesReducer(columns: 20)
for hour in 0..<240 { reducer.add(start + Double(hour) * 3600, Double(hour % 24)) }
let chart = Chart(
  title: "Hours", range: start..<start + 864_000, calendar: calendar, plot: .line(reducer.buckets))
print(chart.lines(TerminalStyle(width: 60))[0])
print(Sparkline.text([1, 2, 3]))
