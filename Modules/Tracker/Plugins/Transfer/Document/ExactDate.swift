import Foundation
import StrataQueryText
import StrataShell

/// A date whose text is parsed to exactly the same date.
///
/// The text is in ISO 8601 and UTC, with as many fractional digits as necessary. If no number of
/// digits suffices, it is `@` and the seconds since 2001-01-01 00:00 UTC.
struct ExactDate: Equatable {
  let date: Date

  init(_ date: Date) { self.date = date }

  /// The maximal distance from 2001 in seconds, about 300,000 years. Calendars don't support more.
  private static let farthest = 1e13

  /// Parses a text. Without a zone it is in `timeZone`.
  init?(_ text: String, timeZone: TimeZone = Self.utc) {
    if text.hasPrefix("@") {
      guard let seconds = Double(decimal: text.dropFirst()),
        abs(seconds) <= Self.farthest
      else { return nil }
      date = Date(timeIntervalSinceReferenceDate: seconds)
    } else if text.hasSuffix("Z"), let point = text.lastIndex(of: ".") {
      let digits = text[text.index(after: point)...].dropLast()
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
        let whole = DateText.parse(text[..<point] + "Z", timeZone: Self.utc),
        let fraction = Double("0." + digits)
      else { return nil }
      date = whole.addingTimeInterval(fraction)
    } else {
      guard let date = DateText.parse(text, timeZone: timeZone) else { return nil }
      self.date = date
    }
  }

  /// Returns the description of a valid date, for the error of an invalid text.
  static func expectation(of text: String) -> String {
    text.hasPrefix("@") ? "a date within 1e13 seconds of 2001" : "a date"
  }

  private static let utc = TimeZone(secondsFromGMT: 0) ?? .gmt

  var text: String {
    let seconds = date.timeIntervalSinceReferenceDate
    let exact = "@\(seconds)"
    // The years 0 to 9999.
    guard (-63_113_904_000..<252_423_993_600).contains(seconds) else { return exact }
    let whole = seconds.rounded(.down)
    let head = ISODate.text(Date(timeIntervalSinceReferenceDate: whole), in: Self.utc)
    let fraction = seconds - whole
    if fraction == 0 { return head }
    for count in [3, 6, 9, 12, 15, 17] {
      let scaled = Int64((fraction * pow(10, Double(count))).rounded())
      let digits = String(scaled)
      guard digits.count <= count else { continue }
      let padded = String(repeating: "0", count: count - digits.count) + digits
      if let read = Double("0." + padded), whole + read == seconds {
        return head.dropLast() + "." + padded + "Z"
      }
    }
    return exact
  }
}

extension ExactDate: Codable {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let date = ExactDate(text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "“\(text)” is not \(Self.expectation(of: text))"))
    }
    self = date
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
