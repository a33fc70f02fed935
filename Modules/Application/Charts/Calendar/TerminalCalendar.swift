internal import Foundation

extension CalendarMap {
  /// Draws the map as lines of text for a terminal. Weeks that don't fit continue in the next row.
  public func lines(_ style: TerminalStyle) -> [String] {
    let gutter = 4
    let weeks = weeks()
    let cell = style.width >= gutter + weeks.count * 2 ? 2 : 1
    // The weeks are divided equally among the rows.
    let fitting = max(4, (style.width - gutter) / cell)
    let rowCount = (weeks.count + fitting - 1) / fitting
    let perRow = (weeks.count + rowCount - 1) / max(1, rowCount)
    let blocks = stride(from: 0, to: weeks.count, by: perRow).map {
      Array(weeks[$0..<min($0 + perRow, weeks.count)])
    }
    let levels = levels
    let letters = CategoryLetters.of(categories)
    var lines = [style.fit(caption(style.usesUnicode ? " · " : " - "), style.width)]
    for block in blocks {
      var grid = TextGrid(width: max(style.width, gutter + 4), height: 8)
      var free = gutter
      for (column, week) in block.enumerated() {
        let x = gutter + column * cell
        if let month = month(of: week, isFirst: column == 0), x >= free,
          x + month.count <= style.width
        {
          grid.put(month, x: x, y: 0, style: style)
          free = x + month.count + 1
        }
        for (row, day) in week.enumerated() {
          guard let day else { continue }
          let (mark, color) = mark(of: day, levels, letters, style)
          grid.put(mark, x: x, y: row + 1, color: color)
        }
      }
      for (row, name) in weekdays.enumerated() where row % 2 == 0 {
        grid.put(name, x: 0, y: row + 1, style: style)
      }
      lines += grid.lines(usesColor: style.usesColor)
    }
    return lines + legend(levels, letters, style)
  }

  private func mark(
    of day: Date, _ levels: CalendarLevels?, _ letters: [Character], _ style: TerminalStyle
  ) -> (Character, Int) {
    switch days[day] {
    case .amount(let amount)? where levels != nil:
      let level = levels?.level(of: amount) ?? 0
      return (style.levelMark(level), TerminalColor.levels[level])
    case .category(let index)? where letters.indices.contains(index):
      return (letters[index], TerminalColor.category(index))
    default: return (style.mark("·", "."), TerminalColor.quiet)
    }
  }

  private func legend(
    _ levels: CalendarLevels?, _ letters: [Character], _ style: TerminalStyle
  ) -> [String] {
    var entries: [(mark: Character, color: Int, text: String)] = [
      (style.mark("·", "."), TerminalColor.quiet, "nothing")
    ]
    for (index, limit) in (levels?.limits ?? []).enumerated() {
      let level = levels?.shade(index) ?? 0
      let text = "to " + NumberText.short(limit)
      entries.append((style.levelMark(level), TerminalColor.levels[level], text))
    }
    for (index, label) in categories.enumerated() {
      entries.append((letters[index], TerminalColor.category(index), style.fit(label, 20)))
    }
    var lines: [String] = []
    var grid = TextGrid(width: style.width, height: 1)
    var x = 0
    for entry in entries {
      let width = 2 + style.width(of: entry.text)
      if x > 0, x + width > style.width {
        lines += grid.lines(usesColor: style.usesColor)
        grid = TextGrid(width: style.width, height: 1)
        x = 0
      }
      grid.put(entry.mark, x: x, y: 0, color: entry.color)
      grid.put(entry.text, x: x + 2, y: 0, style: style)
      x += width + 2
    }
    return lines + grid.lines(usesColor: style.usesColor)
  }
}

extension TerminalStyle {
  fileprivate func levelMark(_ level: Int) -> Character {
    let marks = usesUnicode ? Array("░▒▓█") : Array("-+*#")
    return marks[min(max(0, level), marks.count - 1)]
  }
}

/// The letters of categories: for each, one of its own name if that is free.
enum CategoryLetters {
  static func of(_ names: [String]) -> [Character] {
    let spare = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#@")
    var taken: Set<Character> = []
    return names.map { name in
      let own = Array(name.lowercased()) + Array(name.uppercased())
      let wished = own.filter { $0.isASCII && $0.isLetter }
      let letter = (wished + spare).first { !taken.contains($0) } ?? "?"
      taken.insert(letter)
      return letter
    }
  }
}
