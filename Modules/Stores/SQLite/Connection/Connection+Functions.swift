internal import StrataCSQLite
package import Foundation
internal import StrataDates
internal import StrataQuery
package import StrataSchema

extension Connection {
  /// Adds the text functions that predicates compile to. They follow Swift's and Foundation's
  /// meaning of text, which SQLite's own `LIKE`, `lower` and `length` do only for ASCII.
  func registerFunctions() {
    register("strata_equal", argumentCount: 3) { call in
      // nil is a value like any other here, as it is for `=`.
      let (lhs, rhs) = (call.text(0), call.text(1))
      guard let lhs, let rhs else { return call.give((lhs == nil) == (rhs == nil)) }
      call.give(lhs.equals(rhs, call.options))
    }
    registerComparison("strata_contains") { $0.contains($1, $2) }
    registerComparison("strata_begins") { $0.begins(with: $1, $2) }
    registerComparison("strata_ends") { $0.ends(with: $1, $2) }
    registerComparison("strata_like") { $0.isLike($1, $2) }
    registerRegularExpressions()
    register("strata_lower", argumentCount: 1) { $0.give($0.text(0)?.lowercased()) }
    register("strata_upper", argumentCount: 1) { $0.give($0.text(0)?.uppercased()) }
    register("strata_length", argumentCount: 1) { $0.give($0.text(0)?.count) }
    registerCollations()
    registerNumbers()
    registerDates()
    registerBuckets()
  }

  /// Adds the periods and parts of dates in a time zone. The constant arguments are read once for a statement.
  private func registerDates() {
    register("strata_date_start", argumentCount: 4) { call in
      guard let seconds = call.real(0) else { return call.give(nil as Double?) }
      let period = call.made(at: 1) {
        DatePeriod(call.text(1) ?? "", firstWeekday: Int(call.integer(2) ?? 0))
      }
      guard let period, let clock = call.clock(at: 3) else {
        return call.fail("strata_date_start wants a period, a weekday and a time zone")
      }
      call.give(period.start(of: seconds, on: clock))
    }
    register("strata_date_part", argumentCount: 3) { call in
      guard let seconds = call.real(0) else { return call.give(nil as Int?) }
      let part = call.made(at: 1) { call.text(1).flatMap { DatePart(rawValue: $0) } }
      guard let part, let clock = call.clock(at: 2) else {
        return call.fail("strata_date_part wants a part and a time zone")
      }
      call.give(part.value(of: seconds, on: clock))
    }
  }

  /// Adds the lower bounds of numbers' buckets.
  private func registerBuckets() {
    func register(
      _ name: String, argumentCount: Int32 = 2, _ bucket: @escaping (FunctionCall) -> NumberBucket?
    ) {
      self.register(name, argumentCount: argumentCount) { call in
        guard let bucket = call.made(at: 1, { bucket(call) }) else {
          return call.fail("\(name) wants a width above zero")
        }
        call.give(bucket.lowerBound(of: call.value(0)))
      }
    }
    register("strata_bucket", argumentCount: 3) { call in
      guard let width = call.integer(1), width > 0 else { return nil }
      return .integer(width: width, least: call.integer(2) ?? .min)
    }
    register("strata_bucket_unsigned") { call in
      call.integer(1).flatMap { $0 == 0 ? nil : .unsigned(width: $0) }
    }
    register("strata_bucket_real") { call in
      call.real(1).flatMap { $0 > 0 ? .real(width: $0) : nil }
    }
    register("strata_bucket_decimal") { call in
      call.text(1).flatMap { width in
        (Decimal(digits: width) ?? 0) > 0 ? .decimal(width: width) : nil
      }
    }
  }

  /// Adds regular expressions, which are compiled once for as long as they are in use. What is none is
  /// an error of the statement, and so is what takes too long.
  private func registerRegularExpressions() {
    // A connection is used by one thread at a time.
    let expressions = RegularExpressions()
    func register(
      _ name: String, _ kind: @escaping (FunctionCall) -> RegularExpression.Kind
    ) {
      self.register(name, argumentCount: 3) { call in
        guard let text = call.text(0), let pattern = call.text(1) else {
          return call.give(nil as Int?)
        }
        do throws(RegularExpressionError) {
          call.give(try expressions[pattern, kind(call)].matches(text))
        } catch {
          call.fail("\(error)")
        }
      }
    }
    register("strata_matches") { .whole($0.options) }
    register("strata_contains_match") { _ in .part }
  }

  /// Adds what SQLite has no numbers for: decimal and unsigned ones.
  private func registerNumbers() {
    register("strata_decimal_order", argumentCount: 1) { $0.give($0.text(0)?.decimalOrder) }
    register("strata_unsigned_order", argumentCount: 1) { call in
      call.give(call.integer(0).map { Int($0.unsignedOrder) })
    }
    register("strata_decimal", argumentCount: 3) { call in
      guard let lhs = call.text(0), let rhs = call.text(1), let operation = call.operation else {
        return call.give(nil as String?)
      }
      call.give(lhs.decimal(operation, rhs))
    }
    register("strata_unsigned", argumentCount: 3) { call in
      guard let lhs = call.integer(0), let rhs = call.integer(1), let operation = call.operation
      else { return call.give(nil as Int?) }
      call.give(lhs.unsigned(operation, rhs).map { Int($0) })
    }
    // SQLite's own fails for the least integer, and with it the whole statement.
    register("strata_absolute", argumentCount: 1) { call in
      guard let number = call.wholeNumber(0) else { return call.give(call.real(0).map { abs($0) }) }
      call.give(
        number == .min ? ColumnValue.real(0x1p63) : .integer(Int64(clamping: number.magnitude)))
    }
    register("strata_real", argumentCount: 1) { $0.give($0.real(0)) }
    register("strata_blob", argumentCount: 1) { call in
      call.give(call.text(0).flatMap { Data(base64Encoded: $0) })
    }
    register("strata_text", argumentCount: 1) { call in
      call.give(
        call.text(0).flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
      )
    }
    register("strata_uuid_text", argumentCount: 1) { $0.give($0.blob(0)?.uuidText) }
    register("strata_bit_xor", argumentCount: 2) { call in
      guard let lhs = call.integer(0), let rhs = call.integer(1) else {
        return call.give(nil as Int?)
      }
      call.give(ColumnValue.integer(lhs ^ rhs))
    }
    register("strata_bit_count", argumentCount: 1) { call in
      call.give(call.integer(0)?.nonzeroBitCount)
    }
  }

  private func registerComparison(
    _ name: String,
    _ comparison: @escaping (String, String, QueryExpression.TextOptions) -> Bool
  ) {
    register(name, argumentCount: 3) { call in
      guard let lhs = call.text(0), let rhs = call.text(1) else { return call.give(nil as Int?) }
      call.give(comparison(lhs, rhs, call.options))
    }
  }

  /// Adds a function.
  ///
  /// - Parameters:
  ///   - isDeterministic: Whether it always gives the same for the same arguments.
  ///   - isInnocuous: Whether a file's own triggers may call it although the file isn't trusted.
  package func register(
    _ name: String, argumentCount: Int32, isDeterministic: Bool = true, isInnocuous: Bool = false,
    _ body: @escaping (FunctionCall) -> Void
  ) {
    let box = Unmanaged.passRetained(FunctionBox(body: body))
    sqlite3_create_function_v2(
      handle, name, argumentCount,
      SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        | (isInnocuous ? SQLITE_INNOCUOUS : 0),
      box.toOpaque(),
      { context, count, arguments in
        guard let arguments, let box = sqlite3_user_data(context) else {
          return sqlite3_result_null(context)
        }
        // SQLite holds the one reference until the connection closes, and no longer.
        Unmanaged<FunctionBox>.fromOpaque(box).takeUnretainedValue().body(
          FunctionCall(context: context, count: Int(count), arguments: arguments))
      }, nil, nil,
      { box in if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() } })
  }

  /// Takes a function away, which no statement may be using.
  package func unregister(_ name: String, argumentCount: Int32) {
    sqlite3_create_function_v2(handle, name, argumentCount, SQLITE_UTF8, nil, nil, nil, nil, nil)
  }
}

/// The context of a function, which SQLite retains and passes to each call.
private final class FunctionBox {
  let body: (FunctionCall) -> Void

  init(body: @escaping (FunctionCall) -> Void) { self.body = body }
}

/// A value made of a function's constant argument.
private final class MadeValue<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// One call of a function by SQLite.
package struct FunctionCall {
  let context: OpaquePointer?
  /// How many arguments there are.
  package let count: Int
  let arguments: UnsafeMutablePointer<OpaquePointer?>

  /// The third argument of a comparison.
  var options: QueryExpression.TextOptions {
    QueryExpression.TextOptions(rawValue: Int(sqlite3_value_int(arguments[2])))
  }

  /// The third argument of what makes a number of two.
  var operation: QueryExpression.Arithmetic? {
    text(2).flatMap { QueryExpression.Arithmetic(rawValue: $0) }
  }

  /// An argument as an integer, or nil for NULL.
  package func integer(_ index: Int) -> Int64? {
    let value = arguments[index]
    return sqlite3_value_type(value) == SQLITE_NULL ? nil : sqlite3_value_int64(value)
  }

  /// An argument that is an integer, or nil for any other.
  func wholeNumber(_ index: Int) -> Int64? {
    sqlite3_value_type(arguments[index]) == SQLITE_INTEGER ? integer(index) : nil
  }

  /// An argument as text, or nil for NULL.
  func text(_ index: Int) -> String? {
    let value = arguments[index]
    guard sqlite3_value_type(value) != SQLITE_NULL, let pointer = sqlite3_value_text(value) else {
      return nil
    }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
  }

  /// An argument as a floating-point number, also where it is the text of one, or nil for NULL.
  func real(_ index: Int) -> Double? {
    let value = arguments[index]
    return switch sqlite3_value_type(value) {
    case SQLITE_NULL: nil
    case SQLITE_TEXT: text(index).flatMap { Double($0) }
    default: sqlite3_value_double(value)
    }
  }

  /// An argument's bytes, or nil for NULL.
  func blob(_ index: Int) -> Data? {
    let value = arguments[index]
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    guard let pointer = sqlite3_value_blob(value) else { return Data() }
    return Data(bytes: pointer, count: Int(sqlite3_value_bytes(value)))
  }

  /// A value made of a constant argument, once for a statement. Nil is made again for each row.
  func made<Value>(at index: Int, _ make: () -> Value?) -> Value? {
    if let made = sqlite3_get_auxdata(context, Int32(index)) {
      return Unmanaged<MadeValue<Value>>.fromOpaque(made).takeUnretainedValue().value
    }
    guard let value = make() else { return nil }
    // SQLite holds the one reference, and drops it with the statement, or at once for an argument that isn't constant.
    sqlite3_set_auxdata(
      context, Int32(index), Unmanaged.passRetained(MadeValue(value)).toOpaque(),
      { made in if let made { Unmanaged<AnyObject>.fromOpaque(made).release() } })
    return value
  }

  /// The clocks of a time zone, by its name.
  func clock(at index: Int) -> ZoneClock? {
    made(at: index) { text(index).flatMap { ZoneClock.named($0) } }
  }

  /// An argument as it is.
  package func value(_ index: Int) -> ColumnValue {
    switch sqlite3_value_type(arguments[index]) {
    case SQLITE_INTEGER: .integer(sqlite3_value_int64(arguments[index]))
    case SQLITE_FLOAT: .real(sqlite3_value_double(arguments[index]))
    case SQLITE_TEXT: .text(text(index) ?? "")
    case SQLITE_BLOB: .blob(blob(index) ?? Data())
    default: .null
    }
  }

  package func give(_ value: ColumnValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): give(value)
    case .text(let value): give(value)
    case .blob(let value): give(value)
    }
  }

  /// True if an argument is text in UTF-8. Other text is read with replacement characters.
  package func isValidText(_ index: Int) -> Bool {
    guard sqlite3_value_type(arguments[index]) == SQLITE_TEXT,
      let pointer = sqlite3_value_text(arguments[index])
    else { return false }
    let count = Int(sqlite3_value_bytes(arguments[index]))
    let bytes = UnsafeBufferPointer(start: pointer, count: count)
    return bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Gives an argument back as it is.
  package func giveBack(_ index: Int) { sqlite3_result_value(context, arguments[index]) }

  /// Ends the statement with an error.
  package func fail(_ message: String) { sqlite3_result_error(context, message, -1) }

  package func give(_ number: Double?) {
    guard let number else { return sqlite3_result_null(context) }
    sqlite3_result_double(context, number)
  }

  package func give(_ truth: Bool) { sqlite3_result_int(context, truth ? 1 : 0) }

  package func give(_ number: Int?) {
    guard let number else { return sqlite3_result_null(context) }
    sqlite3_result_int64(context, Int64(number))
  }

  package func give(_ data: Data?) {
    guard let data else { return sqlite3_result_null(context) }
    data.withUnsafeBytes { bytes in
      strata_result_blob_copy(context, bytes.baseAddress, Int32(clamping: bytes.count))
    }
  }

  package func give(_ text: String?) {
    guard var text else { return sqlite3_result_null(context) }
    text.withUTF8 { utf8 in
      let count = Int32(clamping: utf8.count)
      utf8.withMemoryRebound(to: CChar.self) {
        strata_result_text_copy(context, $0.baseAddress, count)
      }
    }
  }
}
