/// A bitmap of dots in terminal cells: two by four per cell as braille, one by two in ASCII.
struct DotCanvas {
  let width: Int
  let height: Int
  private let isBraille: Bool
  private let cellWidth: Int
  private var bits: [UInt8]

  /// Makes an empty bitmap for a number of cells.
  init(cellsWide: Int, cellsHigh: Int, usesUnicode: Bool) {
    isBraille = usesUnicode
    cellWidth = max(1, cellsWide)
    width = cellWidth * (usesUnicode ? 2 : 1)
    height = max(1, cellsHigh) * (usesUnicode ? 4 : 2)
    bits = Array(repeating: 0, count: cellWidth * max(1, cellsHigh))
  }

  /// Sets a dot, if it is inside the bitmap. y counts from the top.
  mutating func set(x: Int, y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    if isBraille {
      // Unicode numbers the dots 1 to 6 in columns of three, and 7 and 8 below them.
      let bit: UInt8 =
        y % 4 < 3 ? 1 << UInt8(y % 4 + 3 * (x % 2)) : (x % 2 == 0 ? 0x40 : 0x80)
      bits[y / 4 * cellWidth + x / 2] |= bit
    } else {
      bits[y / 2 * cellWidth + x] |= y % 2 == 0 ? 1 : 2
    }
  }

  /// Sets all dots of a column between two heights.
  mutating func fill(x: Int, from: Int, to: Int) {
    for y in max(0, min(from, to))...max(0, min(height - 1, max(from, to))) { set(x: x, y: y) }
  }

  /// Sets the dots of a straight line (Bresenham 1965).
  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    var (x, y) = start
    let (dx, dy) = (abs(end.x - x), -abs(end.y - y))
    var error = dx + dy
    while true {
      set(x: x, y: y)
      if (x, y) == end { return }
      let doubled = 2 * error
      if doubled >= dy {
        error += dy
        x += end.x > x ? 1 : -1
      }
      if doubled <= dx {
        error += dx
        y += end.y > y ? 1 : -1
      }
    }
  }

  /// Draws the cells that have dots.
  func draw(on grid: inout TextGrid, x: Int, y: Int, color: Int?) {
    for (index, bits) in bits.enumerated() where bits != 0 {
      let character: Character
      if isBraille {
        character = Unicode.Scalar(UInt32(0x2800) + UInt32(bits)).map { Character($0) } ?? " "
      } else {
        character = bits == 3 ? ":" : bits == 1 ? "'" : "."
      }
      grid.put(character, x: x + index % cellWidth, y: y + index / cellWidth, color: color)
    }
  }
}
