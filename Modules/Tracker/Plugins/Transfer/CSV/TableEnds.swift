import Foundation

/// Finds where another table begins in a CSV file.
///
/// That is a row that has the name of the date's column as its date, or a row of names behind an empty line or a title,
/// with a row of data below it.
struct TableEnds {
  enum Part: Equatable {
    case row
    /// The header once more, as in files that were joined.
    case header
    /// Another table, whose header is at a line.
    case table(line: Int)
  }

  private let header: [String]
  private let date: Int?
  private var lastLine = 0
  /// True if the row before has one field, as a title has.
  private var isBelowTitle = false
  /// The line of a row of names, which the next row makes a header or not.
  private var suspect: Int?

  /// - Parameter date: The position of the date's column.
  init(_ header: [String], date: Int?) {
    self.header = header
    self.date = date
  }

  /// Says which part of a file a record is. Look at all of them, in their order.
  mutating func look(at record: CSVReader.Record) -> Part {
    let line = record.places[0].line
    let isApart = lastLine > 0 && (line > lastLine + 1 || isBelowTitle)
    lastLine = record.end.line
    if let date, CSVLayout.isHeader(record.fields, after: header, column: date) {
      return CSVLayout.names(record.fields) == header ? .header : .table(line: line)
    }
    isBelowTitle = record.fields.count { !$0.isEmpty } == 1
    // Looking at what the fields are takes longer than all the rest.
    guard isApart || suspect != nil else { return .row }
    let filled = record.fields.filter { !$0.allSatisfy(\.isWhitespace) }
    if let suspect, CSVLayout.isData(filled) { return .table(line: suspect) }
    suspect = isApart && filled.count > 1 && !CSVLayout.isData(filled) ? line : nil
    return .row
  }
}
