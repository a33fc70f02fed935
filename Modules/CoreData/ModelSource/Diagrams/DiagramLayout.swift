/// The positions of boxes in columns. Every line leads to an adjacent column or stays beside its
/// own, so that no box overlaps a line or another box.
struct DiagramLayout {
  /// The position and size of a box, in points.
  struct Frame: Hashable {
    var x = 0
    var y = 0
    var width = 0
    var height = 0
    /// The column, starting at 0.
    var column = 0
  }

  static let rowHeight = 18
  static let headerHeight = 26
  private static let margin = 24
  private static let gap = 28
  private static let gutter = 90

  private(set) var frames: [Frame]
  private(set) var width = 0
  private(set) var height = 0
  private let neighbours: [[Int]]

  init(_ diagram: ModelDiagram) {
    frames = diagram.boxes.map { box in
      let widest = box.rows.map { ($0.name + "  " + $0.text).cellCount }.max() ?? 0
      let header = box.name.cellCount + (box.isAbstract ? 11 : 0)
      return Frame(
        width: max(120, Self.textWidth(max(widest, header)) + 24),
        height: Self.headerHeight + box.rows.count * Self.rowHeight + (box.rows.isEmpty ? 0 : 8))
    }
    var sets = [Set<Int>](repeating: [], count: diagram.boxes.count)
    for line in diagram.lines where line.from.box != line.to.box {
      sets[line.from.box].insert(line.to.box)
      sets[line.to.box].insert(line.from.box)
    }
    neighbours = sets.map { $0.sorted() }
    var top = Self.margin
    var alone: [Int] = []
    for group in groups() {
      if group.count == 1 {
        alone += group
      } else {
        top = place(columns(of: group), top: top)
      }
    }
    if !alone.isEmpty { top = place(alone: alone, top: top) }
    height = top
    width = max(width, 2 * Self.margin)
  }

  /// The approximate width of a text with a number of characters.
  static func textWidth(_ count: Int) -> Int { (count * 73 + 9) / 10 }

  /// Groups of boxes connected by lines, in the order of their first boxes.
  private func groups() -> [[Int]] {
    var seen: Set<Int> = []
    var groups: [[Int]] = []
    for start in frames.indices where seen.insert(start).inserted {
      var group = [start]
      var next = 0
      while next < group.count {
        for other in neighbours[group[next]] where seen.insert(other).inserted {
          group.append(other)
        }
        next += 1
      }
      groups.append(group)
    }
    return groups
  }

  /// Arranges a group in columns by distance from one box, so that neighbors are at most one column
  /// apart.
  private func columns(of group: [Int]) -> [[Int]] {
    let center = group.max {
      (neighbours[$0].count, -$0) < (neighbours[$1].count, -$1)
    }
    // Starting at the far end of the group makes the picture wide rather than high.
    let start = distances(from: center ?? group[0]).max {
      ($0.value, -$0.key) < ($1.value, -$1.key)
    }
    let distances = distances(from: start?.key ?? group[0])
    var columns = [[Int]](repeating: [], count: (distances.values.max() ?? 0) + 1)
    for box in group.sorted() { columns[distances[box] ?? 0].append(box) }
    arrange(&columns)
    return columns
  }

  private func distances(from start: Int) -> [Int: Int] {
    var distances = [start: 0]
    var open = [start]
    var next = 0
    while next < open.count {
      let box = open[next]
      next += 1
      for other in neighbours[box] where distances[other] == nil {
        distances[other] = (distances[box] ?? 0) + 1
        open.append(other)
      }
    }
    return distances
  }

  /// Moves boxes close to their neighbors, so that fewer lines cross.
  private func arrange(_ columns: inout [[Int]]) {
    for round in 0..<8 {
      let order = round % 2 == 0 ? Array(columns.indices) : Array(columns.indices.reversed())
      for column in order {
        let beside = round % 2 == 0 ? column - 1 : column + 1
        guard columns.indices.contains(beside) else { continue }
        let places = Dictionary(
          columns[beside].enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let weights = columns[column].enumerated().map { index, box in
          let found = neighbours[box].compactMap { places[$0] }
          let mean =
            found.isEmpty
            ? Double(index) : Double(found.reduce(0, +)) / Double(found.count)
          return (mean, index, box)
        }
        columns[column] = weights.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
      }
    }
  }

  private mutating func place(_ columns: [[Int]], top: Int) -> Int {
    let heights = columns.map { column in
      column.reduce(0) { $0 + frames[$1].height } + (column.count - 1) * Self.gap
    }
    let tallest = heights.max() ?? 0
    var x = Self.margin
    for (index, column) in columns.enumerated() {
      let columnWidth = column.map { frames[$0].width }.max() ?? 0
      var y = top + (tallest - heights[index]) / 2
      for box in column {
        frames[box].x = x
        frames[box].y = y
        frames[box].width = columnWidth
        frames[box].column = index
        y += frames[box].height + Self.gap
      }
      x += columnWidth + Self.gutter
    }
    // Leaves room for lines beside the last column.
    width = max(width, x - Self.gutter / 2)
    return top + tallest + Self.gap * 2
  }

  /// Places boxes without lines in rows below the others.
  private mutating func place(alone: [Int], top: Int) -> Int {
    let limit = max(width, 1000)
    var (x, y, rowHeight) = (Self.margin, top, 0)
    for box in alone {
      if x > Self.margin, x + frames[box].width + Self.margin > limit {
        (x, y) = (Self.margin, y + rowHeight + Self.gap)
        rowHeight = 0
      }
      frames[box].x = x
      frames[box].y = y
      x += frames[box].width + Self.gutter / 2
      width = max(width, x)
      rowHeight = max(rowHeight, frames[box].height)
    }
    return y + rowHeight + Self.margin
  }
}

extension String {
  /// The approximate width of the text in cells of a fixed-width font.
  var cellCount: Int {
    unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 && $1.properties.isIdeographic ? 2 : 1) }
  }
}
