import Foundation

/// The delimiters of CSV files.
enum CSVDialect {
  /// The delimiters, with their names in options.
  static let names: [(name: String, byte: UInt8)] = [
    (",", UInt8(ascii: ",")), (";", UInt8(ascii: ";")), ("tab", 0x09), ("|", UInt8(ascii: "|")),
  ]

  static func byte(named name: String) -> UInt8? {
    names.first { $0.name == name || ($0.name == "tab" && name == "\t") }?.byte
  }

  /// Guesses the delimiter of a file.
  ///
  /// It is the one by which most rows have as many fields as the first row, and more than one. The
  /// default is the comma.
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

/// A sample of rows from a file's beginning.
enum CSVSample {
  /// Returns the complete rows of the beginning, header first.
  static func rows(of beginning: [UInt8], delimiter: UInt8) -> [[String]] {
    var rows: [[String]] = []
    // Errors are ignored here. Reading the file reports them.
    guard var reader = try? CSVReader(BytesSource(beginning), delimiter: delimiter) else {
      return []
    }
    while rows.count < 2000, let record = try? reader.record() { rows.append(record.fields) }
    // The last row may be truncated.
    if beginning.count >= 1 << 16, rows.count > 2 { rows.removeLast() }
    return rows
  }
}
