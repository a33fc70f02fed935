internal import StrataCSQLite
internal import Foundation
internal import StrataQuery
internal import StrataSchema

extension Connection {
  /// Adds the sum of decimal numbers, which are kept as their digits.
  func registerDecimalSum() {
    sqlite3_create_function_v2(
      handle, "strata_decimal_sum", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { context, _, arguments in
        guard let value = arguments?[0], sqlite3_value_type(value) != SQLITE_NULL else { return }
        guard let total = total(context, isMade: true) else {
          return sqlite3_result_error_nomem(context)
        }
        let digits = text(sqlite3_value_text(value), sqlite3_value_bytes(value))
        // What is no number makes the total none.
        total.pointee += Decimal(digits: digits) ?? .nan
      },
      { context in
        let sum = total(context, isMade: false)?.pointee ?? 0
        // NULL where there is no such number, as it is for one that SQLite adds up.
        if sum.isNaN { sqlite3_result_null(context) } else { give(sum.digits, to: context) }
      }, nil)
  }
}

/// Where SQLite keeps a sum between two rows. It gives the memory filled with zeros, which is the
/// decimal number zero, and frees it as it is: a decimal number owns no memory.
private func total(
  _ context: OpaquePointer?, isMade: Bool
) -> UnsafeMutablePointer<Decimal>? {
  let size = isMade ? Int32(MemoryLayout<Decimal>.size) : 0
  return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: Decimal.self)
}

private func text(_ pointer: UnsafeRawPointer?, _ count: Int32) -> String {
  String(decoding: UnsafeRawBufferPointer(start: pointer, count: Int(count)), as: UTF8.self)
}

private func give(_ text: String, to context: OpaquePointer?) {
  var text = text
  text.withUTF8 { utf8 in
    utf8.withMemoryRebound(to: CChar.self) {
      strata_result_text_copy(context, $0.baseAddress, Int32(clamping: utf8.count))
    }
  }
}
