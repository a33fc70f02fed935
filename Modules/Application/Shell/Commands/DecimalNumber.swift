extension Double {
  /// Parses a decimal number as people and files write it: `98.6`, `-5.2e3`, `.5`.
  ///
  /// It accepts less than `Double(_: String)`, which also takes hexadecimal, `inf`, `nan`, and the
  /// text before a NUL. It returns nil for a number that overflows or underflows to 0, since the
  /// result would differ from what was written.
  public init?(decimal text: some StringProtocol) {
    var scanner = DecimalScanner(text.utf8)
    guard scanner.isDecimal(), let number = Double(text), number.isFinite,
      number != 0 || scanner.isZero
    else { return nil }
    self = number
  }
}

/// A scanner that checks for a decimal number: `[+-] digits [. digits] [e [+-] digits]`.
///
/// At least one digit must stand before or behind the point.
private struct DecimalScanner<Bytes: Collection<UInt8>> {
  private let bytes: Bytes
  private var index: Bytes.Index
  /// True if all digits of the number, without its exponent, are 0.
  private(set) var isZero = false

  init(_ bytes: Bytes) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  mutating func isDecimal() -> Bool {
    takeSign()
    var digits = takeDigits()
    if take(".") {
      let decimals = takeDigits()
      digits = (digits.count + decimals.count, digits.areZero && decimals.areZero)
    }
    isZero = digits.areZero
    guard digits.count > 0 else { return false }
    if take("e") || take("E") {
      takeSign()
      guard takeDigits().count > 0 else { return false }
    }
    return index == bytes.endIndex
  }

  private mutating func takeSign() { if !take("+") { _ = take("-") } }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index != bytes.endIndex, bytes[index] == UInt8(ascii: character) else { return false }
    bytes.formIndex(after: &index)
    return true
  }

  private mutating func takeDigits() -> (count: Int, areZero: Bool) {
    var digits = (count: 0, areZero: true)
    while index != bytes.endIndex, (48...57).contains(bytes[index]) {
      digits = (digits.count + 1, digits.areZero && bytes[index] == 48)
      bytes.formIndex(after: &index)
    }
    return digits
  }
}
