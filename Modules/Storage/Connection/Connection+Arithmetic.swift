internal import CSQLite
internal import Foundation
internal import StrataSchema

// What SQLite lacks for numbers that it has no type for. Decimal numbers are kept as their digits, and
// unsigned ones of 64 bits in two's complement.
extension Connection {
  func registerArithmetic() {
    sqlite3_create_function_v2(
      handle, "strata_unsigned_add", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL else { return }
        let lhs = UInt64(bitPattern: sqlite3_value_int64(arguments[0]))
        let rhs = UInt64(bitPattern: sqlite3_value_int64(arguments[1]))
        let (sum, isTooLarge) = lhs.addingReportingOverflow(rhs)
        // NULL where there is no such number, as it is for a decimal number.
        if !isTooLarge { sqlite3_result_int64(context, Int64(bitPattern: sum)) }
      }, nil, nil, nil)
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
        guard !sum.isNaN else {
          return sqlite3_result_error(context, "a decimal sum is no number", -1)
        }
        give(sum.digits, to: context)
      }, nil)
    sqlite3_create_function_v2(
      handle, "strata_decimal_add", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments,
          let lhs = Decimal(
            digits: text(sqlite3_value_text(arguments[0]), sqlite3_value_bytes(arguments[0]))),
          let rhs = Decimal(
            digits: text(sqlite3_value_text(arguments[1]), sqlite3_value_bytes(arguments[1])))
        else { return sqlite3_result_null(context) }
        let sum = lhs + rhs
        if sum.isNaN { sqlite3_result_null(context) } else { give(sum.digits, to: context) }
      }, nil, nil, nil)
  }
}

/// Where SQLite keeps a sum between two rows. It gives the place filled with zeros, which is the
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
