internal import CSQLite
internal import Foundation
import StrataSchema

extension Connection {
  /// Adds the text functions that predicates compile to. They follow Swift's and Foundation's
  /// meaning of text, which SQLite's own `LIKE` and `lower` do only for ASCII.
  func registerFunctions() {
    register("strata_equal") { $0.equals($1, $2) }
    register("strata_contains") { $0.contains($1, $2) }
    register("strata_begins") { $0.begins(with: $1, $2) }
    register("strata_ends") { $0.ends(with: $1, $2) }
    register("strata_like") { $0.isLike($1, $2) }
    register("strata_matches") { $0.matches($1, $2) }
    registerMapping("strata_lower") { $0.lowercased() }
    registerMapping("strata_upper") { $0.uppercased() }
  }

  private func register(
    _ name: String, _ function: @escaping (String, String, QueryExpression.TextOptions) -> Bool
  ) {
    let box = Unmanaged.passRetained(FunctionBox(comparison: function, mapping: { $0 }))
    sqlite3_create_function_v2(
      handle, name, 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, _, arguments in
        guard let arguments, let lhs = FunctionBox.text(arguments[0]),
          let rhs = FunctionBox.text(arguments[1])
        else { return sqlite3_result_null(context) }
        let options = QueryExpression.TextOptions(rawValue: Int(sqlite3_value_int(arguments[2])))
        let box = FunctionBox.of(context)
        sqlite3_result_int(context, box?.comparison(lhs, rhs, options) == true ? 1 : 0)
      }, nil, nil, { FunctionBox.release($0) })
  }

  private func registerMapping(_ name: String, _ function: @escaping (String) -> String) {
    let box = Unmanaged.passRetained(
      FunctionBox(comparison: { _, _, _ in false }, mapping: function))
    sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, _, arguments in
        guard let arguments, let text = FunctionBox.text(arguments[0]),
          var mapped = FunctionBox.of(context)?.mapping(text)
        else { return sqlite3_result_null(context) }
        mapped.withUTF8 { utf8 in
          let count = Int32(clamping: utf8.count)
          utf8.withMemoryRebound(to: CChar.self) { strata_result_text_copy(context, $0.baseAddress, count) }
        }
      }, nil, nil, { FunctionBox.release($0) })
  }
}

/// What SQLite keeps for a function and gives back at each call.
private final class FunctionBox {
  let comparison: (String, String, QueryExpression.TextOptions) -> Bool
  let mapping: (String) -> String

  init(
    comparison: @escaping (String, String, QueryExpression.TextOptions) -> Bool,
    mapping: @escaping (String) -> String
  ) {
    self.comparison = comparison
    self.mapping = mapping
  }

  // SQLite holds the one reference until the connection closes, and no longer.
  static func of(_ context: OpaquePointer?) -> FunctionBox? {
    sqlite3_user_data(context).map {
      Unmanaged<FunctionBox>.fromOpaque($0).takeUnretainedValue()
    }
  }

  static func release(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<FunctionBox>.fromOpaque(pointer).release() }
  }

  static func text(_ value: OpaquePointer?) -> String? {
    guard sqlite3_value_type(value) != SQLITE_NULL, let pointer = sqlite3_value_text(value) else {
      return nil
    }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }
}
