package import Foundation

extension Decimal {
  /// Reads a text that consists of one decimal number, such as `-12.5` or `1e3`.
  ///
  /// Foundation's initializer ignores text after the number, and reads a sign alone as zero.
  package init?(digits text: String) {
    var rest = text.utf8[...]
    func skip(_ bytes: UInt8...) -> Bool {
      guard let first = rest.first, bytes.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Int {
      let count = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
      rest.removeFirst(count)
      return count
    }
    let signs = (UInt8(ascii: "-"), UInt8(ascii: "+"))
    _ = skip(signs.0, signs.1)
    var count = skipDigits()
    if skip(UInt8(ascii: ".")) { count += skipDigits() }
    guard count > 0 else { return nil }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(signs.0, signs.1)
      guard skipDigits() > 0 else { return nil }
    }
    guard rest.isEmpty,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !value.isNaN
    else { return nil }
    self = value
  }
}
