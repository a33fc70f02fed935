extension JSONReader {
  mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = offset
    if current == UInt8(ascii: "-") { offset += 1 }
    guard isDigit(current) else { throw offset == start ? unexpected() : failure(.invalidNumber) }
    let startsWithZero = current == UInt8(ascii: "0")
    let integerStart = offset
    skipDigits()
    if startsWithZero && offset > integerStart + 1 { throw failure(.invalidNumber) }

    var isInteger = true
    if current == UInt8(ascii: ".") {
      isInteger = false
      offset += 1
      guard isDigit(current) else { throw failure(.invalidNumber) }
      skipDigits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isInteger = false
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      guard isDigit(current) else { throw failure(.invalidNumber) }
      skipDigits()
    }

    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isInteger, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw failure(.invalidNumber) }
    return .number(value)
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func skipDigits() {
    while isDigit(current) { offset += 1 }
  }
}
