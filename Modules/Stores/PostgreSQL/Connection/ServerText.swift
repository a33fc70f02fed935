import StrataSQLite
import StrataSchema

/// SQL as a server takes it: each `?` is a numbered parameter with its type, `$1::bigint`.
///
/// A `?` before `::` has a type of its own. One in a literal, a quoted name or a comment is part of that.
func serverText(_ sql: SQL) -> String {
  var text: [UInt8] = []
  let bytes = Array(sql.sql.utf8)
  text.reserveCapacity(bytes.count + sql.parameters.count * 10)
  var number = 0
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      // A doubled quote ends one text and begins another, which is the same here.
      let end = bytes[(index + 1)...].firstIndex(of: byte) ?? bytes.count - 1
      text += bytes[index...end]
      index = end + 1
    case UInt8(ascii: "-") where bytes[(index + 1)...].first == byte:
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      text += bytes[index..<end]
      index = end
    case UInt8(ascii: "?"):
      text += "$\(number + 1)".utf8
      let isTyped = bytes[(index + 1)...].starts(with: "::".utf8)
      if !isTyped, number < sql.parameters.count,
        let type = sql.parameters[number].serverType ?? sql.parameters[number].type?.serverName
      {
        text += "::\(type)".utf8
      }
      number += 1
      index += 1
    default:
      text.append(byte)
      index += 1
    }
  }
  return String(decoding: text, as: UTF8.self)
}

extension StorageClass {
  /// The type of a parameter with values of the class.
  var serverName: String {
    switch self {
    case .integer: "bigint"
    case .real: "double precision"
    case .text: "text"
    case .blob: "bytea"
    }
  }
}
