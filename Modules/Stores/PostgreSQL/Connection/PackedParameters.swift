import StrataSQLite
import StrataSchema

/// The values of a statement's parameters in the form that libpq sends: binary where the parameter's type is one of ours,
/// and otherwise as text, which the server reads.
struct PackedParameters {
  private var bytes: [UInt8] = []
  private var starts: [Int?] = []
  private var lengths: [CInt] = []
  private var formats: [CInt] = []

  var count: Int { starts.count }

  private static let text: CInt = 0
  private static let binary: CInt = 1

  /// - Parameter types: The types that the server has found for the parameters.
  /// - Throws: ``ZeroCharacter`` for a text that no server can store.
  init(_ buffer: ParameterBuffer, _ types: [CUnsignedInt]) throws(ZeroCharacter) {
    for (index, slot) in buffer.slots.enumerated() {
      guard let kind = slot.type else {
        append(start: nil, length: 0, Self.binary)
        continue
      }
      let value = buffer.bytes[slot.start..<slot.start + slot.count]
      let type = index < types.count ? types[index] : ServerType.unknown
      if kind == .text, value.contains(0) { throw ZeroCharacter() }
      append(value, of: kind, as: type)
    }
  }

  private mutating func append(
    _ value: ArraySlice<UInt8>, of kind: StorageClass, as type: CUnsignedInt
  ) {
    let start = bytes.count
    switch (kind, type) {
    case (.integer, ServerType.boolean):
      bytes.append(value.contains { $0 != 0 } ? 1 : 0)
      append(start: start, length: bytes.count - start, Self.binary)
    case (.integer, ServerType.int8), (.real, ServerType.float8), (.text, ServerType.text),
      (.text, ServerType.varchar), (.blob, ServerType.bytes):
      bytes += value
      append(start: start, length: value.count, Self.binary)
    case (.blob, ServerType.uuid) where value.count == 16:
      bytes += value
      append(start: start, length: value.count, Self.binary)
    case (.integer, ServerType.float8):
      let number = Double(Self.integer(value)).bitPattern.bigEndian
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
      append(start: start, length: 8, Self.binary)
    case (.real, ServerType.timestamp), (.real, ServerType.timestampWithZone),
      (.real, ServerType.date):
      guard let moment = Self.moment(value, type) else { fallthrough }
      bytes += moment
      append(start: start, length: moment.count, Self.binary)
    default:
      bytes += Self.literal(value, kind).utf8
      append(start: start, length: bytes.count - start, Self.text)
      // Ends the text; libpq takes no length for texts.
      bytes.append(0)
    }
  }

  private mutating func append(start: Int?, length: Int, _ format: CInt) {
    starts.append(start)
    lengths.append(CInt(clamping: length))
    formats.append(format)
  }

  /// The values as a row of COPY's binary format: the number of columns in two bytes, then for each its length in four
  /// bytes and its value (postgresql.org/docs/current/sql-copy.html). Nil for a value that has only a text.
  ///
  /// - Parameters:
  ///   - types: The types of the parameters.
  ///   - constants: Texts for further columns.
  func copyRow(_ types: [CUnsignedInt], _ constants: [String?]) -> [UInt8]? {
    var row: [UInt8] = []
    row.reserveCapacity(bytes.count + (count + constants.count) * 4 + 2)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { row.append(contentsOf: $0) }
    }
    append(Int16(clamping: count + constants.count))
    for index in starts.indices {
      guard let start = starts[index] else {
        append(Int32(-1))
        continue
      }
      let value = bytes[start..<start + Int(lengths[index])]
      if formats[index] == Self.binary {
        append(Int32(clamping: value.count))
        row += value
      } else {
        guard types[index] == ServerType.numeric, let number = ServerNumber.numeric(value) else {
          return nil
        }
        append(Int32(clamping: number.count))
        row += number
      }
    }
    for constant in constants {
      guard let constant else {
        append(Int32(-1))
        continue
      }
      append(Int32(clamping: constant.utf8.count))
      row += constant.utf8
    }
    return row
  }

  /// A date's seconds since 2001-01-01 as a server counts them from 2000-01-01: in microseconds, or days for a `date`. Nil
  /// if there are too many.
  private static func moment(_ bytes: ArraySlice<UInt8>, _ type: CUnsignedInt) -> [UInt8]? {
    let seconds = Double(bitPattern: UInt64(bitPattern: integer(bytes))) + 366 * 86_400
    func packed(_ number: (some FixedWidthInteger)?) -> [UInt8]? {
      number.map { withUnsafeBytes(of: $0.bigEndian) { Array($0) } }
    }
    return type == ServerType.date
      ? packed(Int32(exactly: (seconds / 86_400).rounded(.down)))
      : packed(Int64(exactly: (seconds * 1_000_000).rounded()))
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  /// The value as the server reads it from a text.
  private static func literal(_ bytes: ArraySlice<UInt8>, _ kind: StorageClass) -> String {
    switch kind {
    case .integer: "\(integer(bytes))"
    case .real: "\(Double(bitPattern: UInt64(bitPattern: integer(bytes))))"
    case .text: String(decoding: bytes, as: UTF8.self)
    case .blob:
      "\\x"
        + bytes.map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
  }

  /// Calls a body with the values as libpq takes them.
  func withPointers<Result>(
    _ body: (
      UnsafePointer<ClientLibrary.Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
    ) -> Result
  ) -> Result {
    guard !starts.isEmpty else { return body(nil, nil, nil) }
    // An array of no bytes may have no address, and a null pointer would be NULL.
    let bytes = bytes.isEmpty ? [0] : bytes
    return bytes.withUnsafeBytes { memory in
      let base = memory.assumingMemoryBound(to: CChar.self).baseAddress
      let pointers = starts.map { start in start.flatMap { start in base.map { $0 + start } } }
      return body(pointers, lengths, formats)
    }
  }
}
