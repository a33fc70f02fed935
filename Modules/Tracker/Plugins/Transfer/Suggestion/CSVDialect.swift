import Foundation

/// What stands between the fields of a CSV file.
enum CSVDialect {
  /// The delimiters that files have, as options name them.
  static let names: [(name: String, byte: UInt8)] = [
    (",", UInt8(ascii: ",")), (";", UInt8(ascii: ";")), ("tab", 0x09), ("|", UInt8(ascii: "|")),
  ]

  static func byte(named name: String) -> UInt8? {
    names.first { $0.name == name || ($0.name == "tab" && name == "\t") }?.byte
  }

  /// The delimiter with which most rows of the beginning have as many fields as the first, more than
  /// one; the comma where none has.
  static func delimiter(of beginning: [UInt8]) -> (name: String, byte: UInt8) {
    var best = names[0]
    var bestScore = 0
    for candidate in names {
      let rows = CSVSample.rows(of: beginning, delimiter: candidate.byte)
      guard let width = rows.first?.count, width > 1 else { continue }
      let score = rows.count { $0.count == width } * 1000 / rows.count * width
      if score > bestScore { (best, bestScore) = (candidate, score) }
    }
    return best
  }
}

/// Some rows from a file's beginning.
enum CSVSample {
  /// The rows that are whole in the beginning, the header first.
  static func rows(of beginning: [UInt8], delimiter: UInt8) -> [[String]] {
    var rows: [[String]] = []
    // What is wrong with the file is told when it is read.
    guard var reader = try? CSVReader(BytesSource(beginning), delimiter: delimiter) else {
      return []
    }
    while rows.count < 2000, let record = try? reader.record() { rows.append(record.fields) }
    // The last row may have been cut.
    if beginning.count >= 1 << 16, rows.count > 2 { rows.removeLast() }
    return rows
  }
}
