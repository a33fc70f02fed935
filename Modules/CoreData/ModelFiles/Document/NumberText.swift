import Foundation
import StrataDescriptions

/// Numbers in the format of model files: decimal with a point, independent of the locale.
enum NumberText {
  /// Formats a number, without a fraction if it is an integer.
  static func text(of number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    return "\(number)"
  }

  /// Parses a finite number. Returns nil for any other text.
  static func double(_ text: String) -> Double? {
    guard isNumber(text), let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// Parses a decimal number. Returns nil for any other text.
  static func decimal(_ text: String) -> Decimal? {
    guard isNumber(text) else { return nil }
    let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    return number.flatMap { $0.isNaN ? nil : $0 }
  }

  /// Parses an integer, which may have a fraction of zeros. Returns nil for any other text.
  static func integer(_ text: String) -> Int64? {
    if let integer = Int64(text) { return integer }
    guard isNumber(text), let point = text.firstIndex(of: "."),
      text[text.index(after: point)...].allSatisfy({ $0 == "0" })
    else { return nil }
    return Int64(text[..<point])
  }

  /// True if a text is a number of reasonable length with an optional sign, fraction and exponent.
  private static func isNumber(_ text: String) -> Bool {
    guard text.utf8.count <= 400 else { return false }
    var rest = Substring(text)
    func skipSign() { if rest.first == "-" || rest.first == "+" { rest.removeFirst() } }
    func skipDigits() -> Int {
      let digits = rest.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      rest.removeFirst(digits)
      return digits
    }
    skipSign()
    var digits = skipDigits()
    if rest.first == "." {
      rest.removeFirst()
      digits += skipDigits()
    }
    guard digits > 0 else { return false }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      skipSign()
      guard (1...3).contains(skipDigits()) else { return false }
    }
    return rest.isEmpty
  }
}

extension AttributeValue {
  /// The value in the format of model files.
  var fileText: String {
    switch self {
    case .integer(let number): String(number)
    case .decimal(let number):
      number.description.contains(".") ? number.description : number.description + ".0"
    case .double(let number): "\(number)"
    case .string(let text): text
    case .boolean(let value): value ? "YES" : "NO"
    case .date(let date): NumberText.text(of: date.timeIntervalSinceReferenceDate)
    case .data(let data): data.base64EncodedString()
    case .uuid(let id): id.uuidString
    case .uri(let url): url.absoluteString
    }
  }
}
