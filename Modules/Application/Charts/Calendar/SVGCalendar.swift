internal import Foundation

extension CalendarMap {
  /// Draws the map as SVG, whose colours suit both light and dark backgrounds.
  ///
  /// Weeks that don't fit into a row continue in the next one.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, at least 200.
  ///   - isFile: True for an SVG file. False for an element of a page that includes
  ///     ``Palette/rules`` and shows the title itself.
  public func svg(width: Double = 800, isFile: Bool = true) -> String {
    let width = max(200, width)
    let left = 44.0
    let weeks = weeks()
    // The weeks are divided equally among the rows. Cells grow with the picture, up to a limit.
    let room = width - left - 8
    let rowCount = max(1, (Double(weeks.count) * 11 / room).rounded(.up))
    let perRow = max(4, Int((Double(weeks.count) / rowCount).rounded(.up)))
    let step = min(room / Double(perRow), 18)
    let rows = stride(from: 0, to: weeks.count, by: perRow).map {
      Array(weeks[$0..<min($0 + perRow, weeks.count)])
    }
    let blockHeight = 7 * step + 26
    let levels = levels
    let legend = legend(levels, width: width)
    let bottom = 30 + Double(rows.count) * blockHeight
    var drawing = SVGDrawing(
      width: width, height: bottom + Double(legend.count) * 20 + 8, label: caption())
    drawing.text(isFile ? caption() : "\(year)", x: 12, y: 20, class: "title")
    for (index, block) in rows.enumerated() {
      let top = 30 + Double(index) * blockHeight + 18
      for (row, name) in weekdays.enumerated() where row % 2 == 0 {
        drawing.text(name, x: left - 8, y: top + Double(row) * step + step - 3, class: "end")
      }
      var free = 0.0
      for (column, week) in block.enumerated() {
        let x = left + Double(column) * step
        if let month = month(of: week, isFirst: column == 0), x >= free {
          drawing.text(month, x: x, y: top - 5)
          free = x + 30
        }
        for (row, day) in week.enumerated() {
          guard let day else { continue }
          drawing.cell(
            x: x, y: top + Double(row) * step, size: step - 2, fill: fill(of: day, levels),
            hint: hint(day))
        }
      }
    }
    for (row, line) in legend.enumerated() {
      let y = bottom + Double(row) * 20
      for entry in line {
        drawing.path(
          SVGDrawing.rectangle(x: entry.x, y: y, width: 11, height: 11), fill: entry.fill)
        drawing.text(entry.text, x: entry.x + 16, y: y + 10)
      }
    }
    return drawing.text(isFile: isFile)
  }

  private func fill(of day: Date, _ levels: CalendarLevels?) -> String {
    switch days[day] {
    case .amount(let amount)?: Palette.level(levels?.level(of: amount) ?? 0)
    case .category(let index)?: Palette.category(index)
    case nil: "var(--none)"
    }
  }

  private func legend(
    _ levels: CalendarLevels?, width: Double
  ) -> [[(x: Double, fill: String, text: String)]] {
    var entries = [(fill: "var(--none)", text: "nothing")]
    for (index, limit) in (levels?.limits ?? []).enumerated() {
      entries.append(
        (Palette.level(levels?.shade(index) ?? 0), "to \(NumberText.short(limit))"))
    }
    for (index, label) in categories.enumerated() {
      entries.append((Palette.category(index), label))
    }
    var lines: [[(x: Double, fill: String, text: String)]] = [[]]
    var x = 44.0
    for entry in entries {
      let room = Double(entry.text.count) * 7 + 30
      if x + room > width, !lines[lines.count - 1].isEmpty {
        lines.append([])
        x = 44
      }
      lines[lines.count - 1].append((x, entry.fill, entry.text))
      x += room
    }
    return lines
  }
}
