internal import Foundation

extension Chart {
  /// Draws the chart as SVG, whose colours suit both light and dark backgrounds.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, at least 200.
  ///   - plotHeight: The height of the plot, without caption, strips and dates.
  ///   - isFile: True for an SVG file with a title. False for an element of a page that includes
  ///     ``Palette/rules`` and shows the title itself.
  /// - Complexity: O(buckets).
  public func svg(width: Double = 800, plotHeight: Double = 240, isFile: Bool = true) -> String {
    SVGChart(clipped, width: max(200, width), plotHeight: max(60, plotHeight), isFile: isFile)
      .text()
  }
}

/// The layout of a chart in an SVG picture.
private struct SVGChart {
  private let chart: Chart
  private let axis: NumberAxis?
  private let width: Double
  private let left: Double
  private let plotHeight: Double
  private let laneLabels: [String]

  private let isFile: Bool
  private let top: Double
  private static let laneHeight = 20.0
  private static let right = 14.0
  private var plotWidth: Double { width - left - Self.right }
  private var laneTop: Double { top + plotHeight + (plotHeight > 0 ? 8 : 0) }
  private var bottom: Double { laneTop + Double(laneLabels.count) * Self.laneHeight }

  init(_ chart: Chart, width: Double, plotHeight: Double, isFile: Bool) {
    self.chart = chart
    self.isFile = isFile
    top = isFile ? 48 : 30
    self.width = width
    axis =
      chart.plot == nil
      ? nil : chart.extremes.map { NumberAxis($0, count: Int(plotHeight / 40)) }
    self.plotHeight = axis == nil ? 0 : plotHeight
    // Labels are limited to a third of the width. A letter is about 7 pixels wide.
    let limit = Int(width / 3 / 7)
    laneLabels =
      chart.lanes?.labels.map { $0.count > limit ? $0.prefix(limit - 1) + "…" : $0 } ?? []
    let letters = ((axis?.labels ?? []) + laneLabels).map(\.count).max() ?? 0
    left = Double(letters) * 7 + 16
  }

  func text() -> String {
    let label = chart.caption()
    let dates = DateLabel.range(chart.range, in: chart.calendar)
    var drawing = SVGDrawing(width: width, height: max(bottom + 28, top + 28), label: label)
    let title = chart.title + (chart.unit.map { " (\($0))" } ?? "")
    if isFile { drawing.text(title, x: 12, y: 20, class: "title") }
    drawing.text(
      chart.note.isEmpty ? dates : dates + " · " + chart.note, x: 12, y: top - 11)
    guard axis != nil || chart.lanes?.columns.isEmpty == false else {
      drawing.text("no data", x: 12, y: top + 12)
      return drawing.text(isFile: isFile)
    }
    drawDates(on: &drawing)
    if let axis { drawPlot(axis, on: &drawing) }
    drawLanes(on: &drawing)
    return drawing.text(isFile: isFile)
  }

  private func x(_ date: Date) -> Double { left + chart.fraction(date) * plotWidth }

  private func y(_ value: Double, _ axis: NumberAxis) -> Double {
    top + (1 - axis.fraction(value)) * plotHeight
  }

  // MARK: Axes

  private func drawDates(on drawing: inout SVGDrawing) {
    let dates = DateAxis(chart.range, count: Int(plotWidth / 60), in: chart.calendar)
    var lines = ""
    var free = 0.0
    for (date, label) in zip(dates.ticks, dates.labels) {
      let x = x(date)
      let half = Double(label.count) * 3.5
      let place = min(max(x, half + 2), width - half - 2)
      guard place - half >= free else { continue }
      lines += "M\(SVGDrawing.number(x)) \(SVGDrawing.number(top))"
      lines += "V\(SVGDrawing.number(bottom + 5))"
      drawing.text(label, x: place, y: bottom + 20, class: "mid")
      free = place + half + 6
    }
    drawing.path(lines, class: "grid")
  }

  // MARK: Values

  private func drawPlot(_ axis: NumberAxis, on drawing: inout SVGDrawing) {
    var lines = ""
    for (value, label) in zip(axis.ticks, axis.labels) {
      let y = y(value, axis)
      lines += "M\(SVGDrawing.number(left)) \(SVGDrawing.number(y))h\(SVGDrawing.number(plotWidth))"
      drawing.text(label, x: left - 7, y: y + 4, class: "end")
    }
    drawing.path(lines, class: "grid")
    switch chart.plot {
    case .line(let buckets)?: drawLine(buckets, axis, on: &drawing)
    case .band(let buckets)?: drawBand(buckets, axis, on: &drawing)
    case .bars(let bars)?: drawBars(bars, axis, on: &drawing)
    case nil: break
    }
  }

  private func drawLine(_ buckets: [Bucket], _ axis: NumberAxis, on drawing: inout SVGDrawing) {
    if buckets.contains(where: { $0.maximum > $0.minimum }) {
      for run in runs(buckets) { drawing.path(outline(run, axis), class: "area") }
    }
    let points = buckets.map { (x: x($0.middle), y: y($0.mean, axis)) }
    drawing.path(SVGDrawing.line(points), class: "line")
    // Each value has a dot if there is room.
    guard Double(points.count) * 14 <= plotWidth else { return }
    let dots = points.map { point in
      let place = "M\(SVGDrawing.number(point.x - 3)) \(SVGDrawing.number(point.y))"
      return place + "a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"
    }
    drawing.path(dots.joined(), class: "fill")
  }

  private func drawBand(_ buckets: [Bucket], _ axis: NumberAxis, on drawing: inout SVGDrawing) {
    for run in runs(buckets) {
      drawing.path(outline(run, axis), class: "area")
      drawing.path(
        SVGDrawing.line(run.map { (x: x($0.middle), y: y($0.maximum, axis)) })
          + SVGDrawing.line(run.map { (x: x($0.middle), y: y($0.minimum, axis)) }), class: "line")
    }
    guard Double(buckets.count) * 14 <= plotWidth else { return }
    let spans = buckets.map { bucket in
      let x = SVGDrawing.number(x(bucket.middle))
      return "M\(x) \(SVGDrawing.number(y(bucket.minimum, axis)))"
        + "V\(SVGDrawing.number(y(bucket.maximum, axis)))"
    }
    drawing.path(spans.joined(), class: "line")
  }

  /// Returns the runs of buckets without a visible gap.
  private func runs(_ buckets: [Bucket]) -> [[Bucket]] {
    var runs: [[Bucket]] = []
    for bucket in buckets {
      if let last = runs.last?.last, chart.follows(bucket, last) {
        runs[runs.count - 1].append(bucket)
      } else {
        runs.append([bucket])
      }
    }
    return runs
  }

  /// Returns the outline of the area between the extremes.
  private func outline(_ buckets: [Bucket], _ axis: NumberAxis) -> String {
    let upper = buckets.map { (x: x($0.middle), y: y($0.maximum, axis)) }
    let lower = buckets.reversed().map { (x: x($0.middle), y: y($0.minimum, axis)) }
    return SVGDrawing.line(upper + lower) + "z"
  }

  private func drawBars(
    _ bars: [Chart.Plot.Bar], _ axis: NumberAxis, on drawing: inout SVGDrawing
  ) {
    let zero = y(0, axis)
    let rectangles = bars.map { bar in
      let (start, end) = (max(left, x(bar.start)), min(width - Self.right, x(bar.end)))
      let gap = min(2, (end - start) / 5)
      let top = min(zero, y(bar.height, axis))
      return SVGDrawing.rectangle(
        x: start + gap / 2, y: top, width: max(0.5, end - start - gap),
        height: abs(zero - y(bar.height, axis)))
    }
    drawing.path(rectangles.joined(), class: "fill")
  }

  // MARK: Options

  private func drawLanes(on drawing: inout SVGDrawing) {
    guard let lanes = chart.lanes else { return }
    for (index, label) in laneLabels.enumerated() {
      let top = laneTop + Double(index) * Self.laneHeight
      drawing.text(label, x: left - 7, y: top + 14, class: "end")
      // One path for each of the four shades keeps the number of elements small.
      var paths = Array(repeating: "", count: 4)
      for column in lanes.columns where column.shares.indices.contains(index) {
        let share = column.shares[index]
        guard share > 0 else { continue }
        let (start, end) = (max(left, x(column.start)), min(width - Self.right, x(column.end)))
        paths[min(3, Int((share * 4).rounded(.up)) - 1)] += SVGDrawing.rectangle(
          x: start, y: top + 3, width: max(1.5, end - start), height: Self.laneHeight - 6)
      }
      for (shade, path) in paths.enumerated() {
        drawing.path(
          path, fill: Palette.category(index), opacity: 0.4 + 0.2 * Double(shade))
      }
    }
  }
}
