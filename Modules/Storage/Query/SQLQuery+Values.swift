internal import Foundation
package import StrataSQLite
package import StrataSchema

extension SQLQuery {
  /// The rows that have one of some lists of values in some columns. Behind a row's columns stands the
  /// position of its list.
  ///
  /// One text for any number of lists, and a search of an index for each: the columns should have a unique
  /// one. No list may hold NULL, which equals nothing.
  package init(
    rowsOf table: EntityTable, with columns: [EntityTable.Column], in lists: [[ColumnValue]]
  ) {
    let hasZeros = lists.contains { $0.contains(where: \.hasZero) }
    let conditions = columns.enumerated().map { position, column in
      let listed = columns.count == 1 ? "k.value" : "json_extract(k.value, '$[\(position)]')"
      return "t.\(quoted(column.name)) = \(Self.value(listed, column.description, hasZeros))"
    }
    var json: [UInt8] = [UInt8(ascii: "[")]
    for list in lists {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      if columns.count > 1 { json.append(UInt8(ascii: "[")) }
      for (position, value) in list.enumerated() {
        if position > 0 { json.append(UInt8(ascii: ",")) }
        value.appendJSON(to: &json, hasZeros)
      }
      if columns.count > 1 { json.append(UInt8(ascii: "]")) }
    }
    json.append(UInt8(ascii: "]"))
    // Which of the two is gone through is not for SQLite to choose: it can't know how many lists there are.
    self.init(
      "SELECT \(table.selection()), k.key FROM json_each(?) AS k "
        + "CROSS JOIN \(quoted(table.name)) AS t ON \(conditions.joined(separator: " AND "))"
        + table.furtherFilter("t"),
      .text(String(decoding: json, as: UTF8.self)))
  }

  // Reals and bytes go as texts, which our own functions read exactly.
  private static func value(
    _ listed: String, _ column: ColumnDescription, _ hasZeros: Bool
  ) -> String {
    switch column.storageClass {
    case .integer: listed
    case .real: "strata_real(\(listed))"
    case .blob: "strata_blob(\(listed))"
    // SQLite's JSON ends a text at a zero byte.
    case .text: hasZeros ? "CAST(strata_blob(\(listed)) AS TEXT)" : listed
    }
  }
}

extension ColumnValue {
  fileprivate var hasZero: Bool {
    if case .text(let text) = self { return text.utf8.contains(0) }
    return false
  }

  fileprivate func appendJSON(to json: inout [UInt8], _ hasZeros: Bool) {
    switch self {
    case .null: json += "null".utf8
    case .integer(let number): json += "\(number)".utf8
    case .real(let number): json += "\"\(number)\"".utf8
    case .blob(let bytes): json += "\"\(bytes.base64EncodedString())\"".utf8
    case .text(let text) where hasZeros:
      json += "\"\(Data(text.utf8).base64EncodedString())\"".utf8
    case .text(var text):
      json.append(UInt8(ascii: "\""))
      text.withUTF8 { Self.append($0, to: &json) }
      json.append(UInt8(ascii: "\""))
    }
  }

  private static func append(_ text: UnsafeBufferPointer<UInt8>, to json: inout [UInt8]) {
    let needsEscapes = text.contains {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }
    guard needsEscapes else { return json.append(contentsOf: text) }
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: json += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: json.append(byte)
      }
    }
  }
}
