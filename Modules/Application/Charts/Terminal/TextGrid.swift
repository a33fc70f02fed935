/// A grid of terminal cells, each with a character and an optional colour.
struct TextGrid {
  private struct Cell {
    var character: Character = " "
    var color: Int?
    /// True for the second half of a wide character.
    var isTaken = false
  }

  let width: Int
  let height: Int
  private var cells: [Cell]

  init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  /// Puts a character of one cell, if the position is inside the grid.
  mutating func put(_ character: Character, x: Int, y: Int, color: Int? = nil) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    cells[y * width + x] = Cell(character: character, color: color)
  }

  /// Puts a text, and truncates it at the border.
  mutating func put(
    _ text: String, x: Int, y: Int, color: Int? = nil, style: TerminalStyle
  ) {
    guard (0..<height).contains(y), x >= 0 else { return }
    var x = x
    for character in PlainText.of(text) {
      let room = style.cells(character)
      guard room > 0 else { continue }
      guard x + room <= width else { return }
      put(character, x: x, y: y, color: color)
      if room == 2 { cells[y * width + x + 1].isTaken = true }
      x += room
    }
  }

  /// Returns the lines, without trailing blanks.
  func lines(usesColor: Bool) -> [String] {
    (0..<height).map { y in
      var row = cells[y * width..<(y + 1) * width].filter { !$0.isTaken }
      while row.last?.character == " " { row.removeLast() }
      guard usesColor else { return String(row.map(\.character)) }
      var line = ""
      var color: Int?
      for cell in row {
        if cell.color != color, cell.character != " " {
          line += color == nil ? "" : "\u{1B}[0m"
          line += cell.color.map { "\u{1B}[38;5;\($0)m" } ?? ""
          color = cell.color
        }
        line.append(cell.character)
      }
      return color == nil ? line : line + "\u{1B}[0m"
    }
  }
}
