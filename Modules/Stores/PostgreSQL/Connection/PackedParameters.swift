import StrataSQLite
import StrataSchema

/// The values of a statement's parameters in the form that libpq sends: binary where the parameter's type is one of ours,
/// and otherwise as text, which the server reads.
struct PackedParameters {
  private var bytes: [UInt8] = []
  private var values: [Value] = []

  /// A value among the bytes, without a start for NULL.
  private struct Value {
    let start: Int?
    let length: CInt
    let format: CInt
  }

  var count: Int { values.count }

  private static let text: CInt = 0
  private static let binary: CInt = 1

  /// - Parameter types: The types that the server has found for the parameters.
  /// - Throws: ``ZeroCharacter`` for a text that no server can store.
  init(_ buffer: ParameterBuffer, _ types: [CUnsignedInt]) throws(ZeroCharacter) {
    let content = buffer.content
    values.reserveCapacity(content.slots.count)
    bytes.reserveCapacity(content.byteCount)
    for (index, slot) in content.slots.enumerated() {
      let type = index < types.count ? types[index] : ServerType.unknown
      switch slot.type {
      case nil: append(start: nil, length: 0, Self.binary)
      case .integer: append(Int64(bitPattern: slot.number), as: type)
      case .real: append(Double(bitPattern: slot.number), as: type)
      case .text:
        let text = content.bytes[slot.bytes]
        guard !text.contains(0) else { throw ZeroCharacter() }
        guard type == ServerType.text || type == ServerType.varchar else {
          append(literal: String(decoding: text, as: UTF8.self))
          continue
        }
        append(binary: text)
      case .blob:
        let data = content.bytes[slot.bytes]
        guard type == ServerType.bytes || type == ServerType.uuid && data.count == 16 else {
          append(literal: Self.literal(data))
          continue
        }
        append(binary: data)
      }
    }
  }

  private mutating func append(_ number: Int64, as type: CUnsignedInt) {
    switch type {
    case ServerType.int8: append(binary: number)
    case ServerType.boolean: append(binary: (number != 0 ? 1 : 0) as UInt8)
    case ServerType.float8: append(binary: Double(number).bitPattern)
    default: append(literal: "\(number)")
    }
  }

  private mutating func append(_ number: Double, as type: CUnsignedInt) {
    // A date's seconds since 2001-01-01, as a server counts them from 2000-01-01: in microseconds, or days for a `date`.
    let seconds = number + 366 * 86_400
    switch type {
    case ServerType.float8: append(binary: number.bitPattern)
    case ServerType.timestamp, ServerType.timestampWithZone:
      guard let moment = Int64(exactly: (seconds * 1_000_000).rounded()) else {
        return append(literal: "\(number)")
      }
      append(binary: moment)
    case ServerType.date:
      guard let day = Int32(exactly: (seconds / 86_400).rounded(.down)) else {
        return append(literal: "\(number)")
      }
      append(binary: day)
    default: append(literal: "\(number)")
    }
  }

  private mutating func append(binary number: some FixedWidthInteger) {
    append(start: bytes.count, length: number.bitWidth / 8, Self.binary)
    bytes.append(bigEndian: number)
  }

  private mutating func append(binary value: ArraySlice<UInt8>) {
    append(start: bytes.count, length: value.count, Self.binary)
    bytes += value
  }

  private mutating func append(literal text: String) {
    let start = bytes.count
    bytes += text.utf8
    append(start: start, length: bytes.count - start, Self.text)
    // Ends the text; libpq takes no length for texts.
    bytes.append(0)
  }

  private mutating func append(start: Int?, length: Int, _ format: CInt) {
    values.append(Value(start: start, length: CInt(clamping: length), format: format))
  }

  /// Adds the values as a row of COPY's binary format: the number of columns in two bytes, then for each its length in four
  /// bytes and its value (postgresql.org/docs/current/sql-copy.html).
  ///
  /// - Parameters:
  ///   - rows: The rows before. They stay as they are for a value that has only a text.
  ///   - types: The types of the parameters.
  ///   - constants: Texts for further columns.
  /// - Returns: False for a value that has only a text.
  func appendCopyRow(
    to rows: inout [UInt8], _ types: [CUnsignedInt], _ constants: [String?]
  ) -> Bool {
    let before = rows.count
    rows.append(bigEndian: Int16(clamping: count + constants.count))
    for (index, value) in values.enumerated() {
      guard let start = value.start else {
        rows.append(bigEndian: Int32(-1))
        continue
      }
      let packed = bytes[start..<start + Int(value.length)]
      if value.format == Self.binary {
        rows.append(bigEndian: value.length)
        rows += packed
      } else {
        guard types[index] == ServerType.numeric, let number = ServerNumber.numeric(packed) else {
          rows.removeSubrange(before...)
          return false
        }
        rows.append(bigEndian: Int32(clamping: number.count))
        rows += number
      }
    }
    for constant in constants {
      guard let constant else {
        rows.append(bigEndian: Int32(-1))
        continue
      }
      rows.append(bigEndian: Int32(clamping: constant.utf8.count))
      rows += constant.utf8
    }
    return true
  }

  /// Data as the server reads it from a text.
  private static func literal(_ bytes: ArraySlice<UInt8>) -> String {
    "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Calls a body with the values as libpq takes them.
  func withPointers<Result>(
    _ body: (
      UnsafePointer<ClientLibrary.Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
    ) -> Result
  ) -> Result {
    guard !values.isEmpty else { return body(nil, nil, nil) }
    // An array of no bytes may have no address, and a null pointer would be NULL.
    let bytes = bytes.isEmpty ? [0] : bytes
    return bytes.withUnsafeBytes { memory in
      let base = memory.assumingMemoryBound(to: CChar.self).baseAddress
      let pointers = values.map { value in value.start.flatMap { start in base.map { $0 + start } }
      }
      return body(pointers, values.map(\.length), values.map(\.format))
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
