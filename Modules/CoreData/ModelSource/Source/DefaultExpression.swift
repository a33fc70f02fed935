import Foundation
import StrataDescriptions

/// The Swift source of default values.
struct DefaultExpression {
  let types: SwiftTypes

  /// The source of a value, or nil if an attribute of the type can't have it.
  func code(_ value: AttributeValue, for type: AttributeType) -> String? {
    switch type {
    case .integer16, .integer32, .integer64:
      guard let number = integer(value), type.integerRange?.contains(number) == true else {
        return nil
      }
      return "\(number)"
    case .boolean:
      if case .boolean(let truth) = value { return "\(truth)" }
      return integer(value).map { $0 == 0 ? "false" : "true" }
    case .double: return real(value).map { text(of: $0, "\($0)") }
    case .float: return real(value).map { text(of: $0, "\(Float($0))") }
    case .decimal: return decimal(value)
    case .string:
      guard case .string(let text) = value else { return nil }
      return SwiftWord.literal(text)
    case .date:
      guard case .date(let date) = value else { return nil }
      return "\(types.named("Date"))(timeIntervalSinceReferenceDate: "
        + "\(text(of: date.timeIntervalSinceReferenceDate)))"
    case .binaryData, .transformable:
      guard case .data(let data) = value else { return nil }
      return data.isEmpty
        ? "\(types.named("Data"))()"
        : "\(types.named("Data"))([\(data.map(hexadecimal).joined(separator: ", "))])"
    case .uuid:
      guard case .uuid(let uuid) = value else { return nil }
      let bytes = withUnsafeBytes(of: uuid.uuid) { $0.map(hexadecimal) }
      return "\(types.named("UUID"))(uuid: (\(bytes.joined(separator: ", "))))"
    // A text's URL is only known to be valid at run time.
    case .uri, .undefined, .objectID, .composite: return nil
    }
  }

  /// The source of an optional URL.
  func optionalURL(_ value: AttributeValue) -> String? {
    switch value {
    case .uri(let url):
      "\(types.named("URL"))(string: \(SwiftWord.literal(url.absoluteString)))"
    case .string(let text): "\(types.named("URL"))(string: \(SwiftWord.literal(text)))"
    default: nil
    }
  }

  private func integer(_ value: AttributeValue) -> Int64? {
    switch value {
    case .integer(let number): number
    case .boolean(let truth): truth ? 1 : 0
    case .double(let number): Int64(exactly: number)
    case .decimal(let number): Int64("\(number)")
    default: nil
    }
  }

  private func real(_ value: AttributeValue) -> Double? {
    switch value {
    case .double(let number): number
    case .decimal(let number): Double("\(number)")
    default: integer(value).map(Double.init)
    }
  }

  private func decimal(_ value: AttributeValue) -> String? {
    switch value {
    case .decimal(let number):
      if let whole = Int64("\(number)") { return "\(whole)" }
      return literal(of: number)
    // The shortest digits are those that the developer wrote.
    case .double(let number):
      if let whole = Int64(exactly: number) { return "\(whole)" }
      return Decimal(string: "\(number)").flatMap(literal)
    default: return integer(value).map(String.init)
    }
  }

  // A literal with a fraction would be rounded to a `Double` first.
  private func literal(of number: Decimal) -> String? {
    guard number.isFinite else { return nil }
    let sign = number.sign == .minus ? "minus" : "plus"
    guard let significand = Int64("\(number.significand)") else { return nil }
    return "\(types.named("Decimal"))"
      + "(sign: .\(sign), exponent: \(number.exponent), significand: \(significand))"
  }

  private func text(of number: Double, _ digits: String? = nil) -> String {
    if number.isNaN { return ".nan" }
    if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
    return digits ?? (Int64(exactly: number).map(String.init) ?? "\(number)")
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
