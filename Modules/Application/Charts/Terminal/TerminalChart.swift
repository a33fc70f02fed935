internal import Foundation

extension Chart {
  /// Draws the chart as lines of text for a terminal: caption, values, options and dates.
  ///
  /// - Complexity: O(buckets + width · height).
  public func lines(_ style: TerminalStyle) -> [String] {
    TerminalChart(clipped.simplified(dots: style.width * 2), style).lines()
  }
}

extension Chart {
  /// The chart without extremes, if the buckets are too far apart for them to form an area.
  fileprivate func simplified(dots: Int) -> Chart {
    guard case .line(let buckets)? = plot, !buckets.isEmpty else { return self }
    let width = buckets.reduce(0) { $0 + fraction($1.end) - fraction($1.start) }
    guard width / Double(buckets.count) * Double(dots) > 2.5 else { return self }
    var chart = self
    chart.plot = .line(buckets.map { Bucket(start: $0.start, end: $0.end, value: $0.mean) })
    return chart
  }
}

/// The layout of a chart in terminal cells.
private struct TerminalChart {
  private let chart: Chart
  private let style: TerminalStyle
  private let axis: NumberAxis?
  private let plotHeight: Int
  /// The number of cells for labels on the left.
  private let gutter: Int
  private let laneLabels: [String]

  private var plotWidth: Int { max(1, style.width - gutter - 1) }

  init(_ chart: Chart, _ style: TerminalStyle) {
    self.chart = chart
    self.style = style
    let laneCount = chart.lanes?.labels.count ?? 0
    let rest = style.height - 3 - (chart.plot == nil ? 0 : laneCount)
    let plotHeight = chart.plot == nil ? 0 : max(3, rest)
    self.plotHeight = plotHeight
    let extremes = chart.plot == nil ? nil : chart.extremes
    axis = extremes.map { NumberAxis($0, count: max(2, plotHeight / 3 + 1)) }
    laneLabels = chart.lanes?.labels.map { style.fit($0, max(4, style.width / 4)) } ?? []
    let widths = (axis?.labels ?? []).map(\.count) + laneLabels.map { style.width(of: $0) }
    gutter = (widths.max() ?? 0) + 1
  }

  private var caption: String { chart.caption(style.usesUnicode ? " · " : " - ") }

  func lines() -> [String] {
    guard axis != nil || chart.lanes?.columns.isEmpty == false else {
      return [style.fit(caption, style.width), "no data"]
    }
    var grid = TextGrid(width: style.width, height: 1 + plotHeight + laneLabels.count + 2)
    grid.put(style.fit(caption, style.width), x: 0, y: 0, style: style)
    if let axis { drawPlot(axis, on: &grid) }
    drawLanes(on: &grid, y: 1 + plotHeight)
    drawDates(on: &grid, y: 1 + plotHeight + laneLabels.count)
    return grid.lines(usesColor: style.usesColor)
  }

  // MARK: Values

  private func drawPlot(_ axis: NumberAxis, on grid: inout TextGrid) {
    for y in 0..<plotHeight {
      grid.put(style.mark("│", "|"), x: gutter, y: 1 + y, color: TerminalColor.quiet)
    }
    for (value, label) in zip(axis.ticks, axis.labels) {
      let y = 1 + Int(((1 - axis.fraction(value)) * Double(plotHeight - 1)).rounded())
      grid.put(label, x: gutter - 1 - label.count, y: y, style: style)
      grid.put(style.mark("┤", "+"), x: gutter, y: y, color: TerminalColor.quiet)
    }
    var canvas = DotCanvas(
      cellsWide: plotWidth, cellsHigh: plotHeight, usesUnicode: style.usesUnicode)
    switch chart.plot {
    case .line(let buckets)?: drawLine(buckets, axis, on: &canvas)
    case .band(let buckets)?: drawBand(buckets, axis, on: &canvas)
    case .bars(let bars)?: drawBars(bars, axis, on: &canvas)
    case nil: break
    }
    canvas.draw(on: &grid, x: gutter + 1, y: 1, color: TerminalColor.value)
  }

  private func x(_ date: Date, in canvas: DotCanvas) -> Int {
    Int((chart.fraction(date) * Double(canvas.width)).rounded(.down))
  }

  private func y(_ value: Double, _ axis: NumberAxis, in canvas: DotCanvas) -> Int {
    // A tick is drawn in the middle of its line.
    let room = Double(canvas.height) / Double(plotHeight)
    let place = (1 - axis.fraction(value)) * Double(plotHeight - 1) * room + room / 2
    return Int(place.rounded(.down))
  }

  private func drawLine(_ buckets: [Bucket], _ axis: NumberAxis, on canvas: inout DotCanvas) {
    var before: (x: Int, y: Int)?
    for bucket in buckets {
      let x = min(x(bucket.middle, in: canvas), canvas.width - 1)
      if bucket.maximum > bucket.minimum {
        canvas.fill(
          x: x, from: y(bucket.maximum, axis, in: canvas), to: y(bucket.minimum, axis, in: canvas))
      }
      let point = (x: x, y: y(bucket.mean, axis, in: canvas))
      canvas.line(from: before ?? point, to: point)
      before = point
    }
  }

  private func drawBand(_ buckets: [Bucket], _ axis: NumberAxis, on canvas: inout DotCanvas) {
    var before: (bucket: Bucket, x: Int, low: Int, high: Int)?
    for bucket in buckets {
      let x = min(x(bucket.middle, in: canvas), canvas.width - 1)
      let low = y(bucket.minimum, axis, in: canvas)
      let high = y(bucket.maximum, axis, in: canvas)
      canvas.fill(x: x, from: high, to: low)
      if let before, x - before.x > 1, chart.follows(bucket, before.bucket) {
        for step in 1..<(x - before.x) {
          let part = Double(step) / Double(x - before.x)
          func between(_ first: Int, _ second: Int) -> Int {
            first + Int((Double(second - first) * part).rounded())
          }
          canvas.fill(
            x: before.x + step, from: between(before.high, high), to: between(before.low, low))
        }
      }
      before = (bucket, x, low, high)
    }
  }

  private func drawBars(_ bars: [Chart.Plot.Bar], _ axis: NumberAxis, on canvas: inout DotCanvas) {
    let zero = y(0, axis, in: canvas)
    for bar in bars {
      let first = x(bar.start, in: canvas)
      // Leaves a gap before the next bar if there is room.
      let last = max(first, x(bar.end, in: canvas) - (x(bar.end, in: canvas) - first > 2 ? 2 : 1))
      for x in max(0, first)...max(0, min(last, canvas.width - 1)) {
        canvas.fill(x: x, from: zero, to: y(bar.height, axis, in: canvas))
      }
    }
  }

  // MARK: Options

  private func drawLanes(on grid: inout TextGrid, y: Int) {
    guard let lanes = chart.lanes else { return }
    let marks = style.usesUnicode ? Array("░▒▓█") : Array(".:+#")
    for (index, label) in laneLabels.enumerated() {
      let color = TerminalColor.category(index)
      grid.put(
        label, x: gutter - 1 - style.width(of: label), y: y + index, color: color, style: style)
      grid.put(style.mark("│", "|"), x: gutter, y: y + index, color: TerminalColor.quiet)
      for (cell, share) in shares(of: index, lanes).enumerated() where share > 0 {
        let mark = marks[min(3, Int((share * 4).rounded(.up)) - 1)]
        grid.put(mark, x: gutter + 1 + cell, y: y + index, color: color)
      }
    }
  }

  /// Returns the share of an option in each cell.
  private func shares(of label: Int, _ lanes: Lanes) -> [Double] {
    var sums = Array(repeating: (share: 0.0, width: 0.0), count: plotWidth)
    for column in lanes.columns where column.shares.indices.contains(label) {
      let start = max(0, chart.fraction(column.start)) * Double(plotWidth)
      let end = max(start, min(1, chart.fraction(column.end)) * Double(plotWidth))
      let first = min(Int(start), plotWidth - 1)
      for cell in first...max(first, min(plotWidth, Int(end.rounded(.up))) - 1) {
        // A stretch without length still needs a small weight, or its cell would be empty.
        let width = max(0.01, min(end, Double(cell + 1)) - max(start, Double(cell)))
        sums[cell].share += column.shares[label] * width
        sums[cell].width += width
      }
    }
    return sums.map { $0.width > 0 ? min(1, $0.share / $0.width) : 0 }
  }

  // MARK: Dates

  private func drawDates(on grid: inout TextGrid, y: Int) {
    grid.put(style.mark("└", "+"), x: gutter, y: y, color: TerminalColor.quiet)
    for x in 0..<plotWidth {
      grid.put(style.mark("─", "-"), x: gutter + 1 + x, y: y, color: TerminalColor.quiet)
    }
    let dates = DateAxis(chart.range, count: max(2, plotWidth / 9), in: chart.calendar)
    var free = 0
    for (date, label) in zip(dates.ticks, dates.labels) {
      let x = gutter + 1 + min(plotWidth - 1, Int(chart.fraction(date) * Double(plotWidth)))
      let start = min(max(0, x - label.count / 2), max(0, style.width - label.count))
      guard start >= free else { continue }
      grid.put(style.mark("┬", "+"), x: x, y: y, color: TerminalColor.quiet)
      grid.put(label, x: start, y: y + 1, style: style)
      free = start + label.count + 1
    }
  }
}
