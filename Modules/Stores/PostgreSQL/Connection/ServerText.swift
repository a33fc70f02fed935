import StrataSQLite
import StrataSchema

/// SQL as a server takes it: the `?` of each parameter is a number with a type, `$1::bigint`.
///
/// One before `::` has a type of its own. Any other `?` stays as it is: an operator, or a part of a text or a comment.
func serverText(_ sql: SQL) -> String {
  guard !sql.parameters.isEmpty else { return sql.sql }
  var text: [UInt8] = []
  let bytes = Array(sql.sql.utf8)
  text.reserveCapacity(bytes.count + sql.parameters.count * 10)
  var copied = 0
  for (number, parameter) in sql.parameters.enumerated() where parameter.offset < bytes.count {
    let end = parameter.offset
    text += bytes[copied..<end]
    copied = end + 1
    text += "$\(number + 1)".utf8
    let isTyped = bytes[copied...].starts(with: "::".utf8)
    if !isTyped, let type = parameter.serverType ?? parameter.type?.serverName {
      text += "::\(type)".utf8
    }
  }
  text += bytes[copied...]
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
