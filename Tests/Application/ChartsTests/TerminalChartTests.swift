import Foundation
import StrataCharts
import Testing

@Suite struct TerminalCharts {
  private let start = Moments.date(2026, 11, 2)

  private func day(_ number: Int) -> Date { start + Double(number) * 86_400 }

  private func buckets(_ values: [(Double, Double)]) -> [Bucket] {
    values.enumerated().map { index, extremes in
      var bucket = Bucket(start: day(index), end: day(index + 1), value: extremes.0)
      if extremes.1 != extremes.0 { bucket.add(extremes.1) }
      return bucket
    }
  }

  private func chart(_ plot: Chart.Plot?, days: Int, lanes: Lanes? = nil) -> Chart {
    Chart(
      title: "Weight", unit: "kg", range: day(0)..<day(days), calendar: Moments.calendar(),
      plot: plot, lanes: lanes)
  }

  private func text(_ chart: Chart, _ style: TerminalStyle) -> String {
    chart.lines(style).joined(separator: "\n")
  }

  @Test func drawALine() {
    let values = [1.0, 2, 4, 3, 3, 0, 1].map { ($0, $0) }
    #expect(
      text(
        chart(.line(buckets(values)), days: 7), TerminalStyle(width: 30, height: 9)) == """
          Weight (kg) · 2026-11-02 to 2…
          4 ┤         ⡠⣀
            │       ⢀⠜  ⠑⠢⢄⣀⣀⣀⡀
            │      ⡰⠁         ⠘⡄
          2 ┤   ⡠⠔⠊            ⠘⡄
            │ ⠐⠉                ⠘⡄  ⣀⠤⠂
          0 ┤                    ⠘⠔⠊
            └┬─────────────────────────┬
           Nov 2                   Nov 9
          """)
  }

  @Test func drawABandInASCII() {
    let values = (0..<7).map { (Double($0), Double($0) + 5) }
    #expect(
      text(
        chart(.band(buckets(values)), days: 7),
        TerminalStyle(width: 30, height: 8, usesUnicode: false)) == """
          Weight (kg) - 2026-11-02 to 2~
          20 +
             |
          10 +           ...........:::
             | ..:::::::::::::::::::'''
           0 + ::''''''''
             ++------------------------+
            Nov 2                  Nov 9
          """)
  }

  @Test func drawBarsFromZero() {
    let bars = [3.0, 0, -2, 5].enumerated().map { index, height in
      Chart.Plot.Bar(start: day(index), end: day(index + 1), height: height)
    }
    #expect(
      text(chart(.bars(bars), days: 4), TerminalStyle(width: 30, height: 9)) == """
        Weight (kg) · 2026-11-02 to 2…
         5 ┤                   ⢠⣤⣤⣤⣤⣤⡄
           │⣶⣶⣶⣶⣶⣶             ⢸⣿⣿⣿⣿⣿⡇
           │⣿⣿⣿⣿⣿⣿             ⢸⣿⣿⣿⣿⣿⡇
         0 ┤⠉⠉⠉⠉⠉⠉⠈⠉⠉⠉⠉⠉⠁⣿⣿⣿⣿⣿⣿⠈⠉⠉⠉⠉⠉⠁
           │             ⠉⠉⠉⠉⠉⠉
        -5 ┤
           └──────┬────────────┬──────
                Nov 3        Nov 5
        """)
  }

  @Test func drawStripsOfOptions() {
    let lanes = Lanes(
      labels: ["happy", "悲しい"],
      columns: (0..<8).map {
        .init(start: day($0), end: day($0 + 1), shares: [Double($0) / 8, 1 - Double($0) / 8])
      })
    let style = TerminalStyle(
      width: 30, height: 8, cells: { $0.unicodeScalars.allSatisfy { $0.value > 0x3000 } ? 2 : 1 })
    #expect(
      text(chart(nil, days: 8, lanes: lanes), style) == """
        Weight (kg) · 2026-11-02 to 2…
         happy │  ░░░░░░▒▒▒▒▒▓▓▓▓▓▓███
        悲しい │██████▓▓▓▓▓▒▒▒▒▒▒░░░░░
               └┬──────────────────┬──
              Nov 2              Nov 9
        """)
  }

  @Test func sayThatThereIsNothing() {
    #expect(
      chart(.line([]), days: 7).lines(TerminalStyle(width: 60))
        == ["Weight (kg) · 2026-11-02 to 2026-11-08", "no data"])
  }

  @Test func neverExceedTheirSize() {
    for width in [20, 33, 80] {
      for height in [6, 10, 24] {
        let values = (0..<40).map { (Double($0), Double($0 * $0)) }
        let lines = chart(.line(buckets(values)), days: 40)
          .lines(TerminalStyle(width: width, height: height))
        #expect(lines.allSatisfy { $0.count <= width } && lines.count <= max(6, height))
      }
    }
  }

  @Test func endEachColor() {
    let lines = chart(.line(buckets([(1, 1), (2, 2)])), days: 2)
      .lines(TerminalStyle(width: 40, height: 8, usesColor: true))
    #expect(lines.contains { $0.contains("\u{1B}[38;5;") })
    for line in lines where line.contains("\u{1B}") { #expect(line.hasSuffix("\u{1B}[0m")) }
  }

  @Test func letNoTextMoveTheCursor() {
    var chart = chart(.line(buckets([(1, 1)])), days: 2)
    chart.title = "a\u{1B}[2Jb\nc"
    #expect(chart.lines(TerminalStyle(width: 60))[0].hasPrefix("a?[2Jb?c (kg)"))
  }

  /// Times and values beyond all measure are left out, and take no time.
  @Test func passOverWhatIsFarAway() {
    let far = [
      Bucket(start: .distantPast, end: .distantPast, value: 3),
      Bucket(start: day(0), end: day(1), value: .infinity),
      Bucket(start: .distantFuture, end: .distantFuture, value: 1e300),
    ]
    let near = buckets([(1, 1), (2, 2)])
    let style = TerminalStyle(width: 40, height: 8)
    #expect(
      text(chart(.line(near + far), days: 2), style) == text(chart(.line(near), days: 2), style))
  }
}

@Suite struct Sparklines {
  @Test func showHeights() {
    #expect(Sparkline.text([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
    #expect(Sparkline.text([0, nil, 3, .nan], usesUnicode: false) == "_ ^ ")
  }

  @Test func showEqualValuesInTheMiddle() { #expect(Sparkline.text([5, 5]) == "▅▅") }

  @Test func showNothingOfNothing() { #expect(Sparkline.text([nil, nil]) == "  ") }
}
