/// A length of time read from text that a person types: `7h30`, `1h20m`, `90min`, `1.5 hours`, `45 s`.
///
/// Days are of 24 hours. A unit stands at most once, the largest first, and a smaller one doesn't reach the next
/// larger: `1h 90min` is none. Minutes behind hours need no unit if they have two digits.
public struct SpokenDuration: Hashable, Sendable {
  /// The length in seconds, more than 0.
  public let seconds: Double

  /// Reads a text.
  ///
  /// - Returns: Nil if it isn't a length.
  public init?(_ text: String) {
    var reader = DurationReader(DateToken.tokens(of: text).filter { $0 != .blank })
    guard let seconds = reader.read(), seconds > 0 else { return nil }
    self.seconds = seconds
  }
}

private struct DurationReader {
  private var tokens: ArraySlice<DateToken>

  init(_ tokens: [DateToken]) { self.tokens = tokens[...] }

  mutating func read() -> Double? {
    if let said = readWords() { return said }
    var sum = 0.0
    // The unit before this one, in seconds.
    var larger = Double.infinity
    while !tokens.isEmpty {
      guard case .number(let digits)? = tokens.popFirst() else { return nil }
      var number = digits
      if tokens.first == .sign(".") || tokens.first == .sign(",") {
        tokens.removeFirst()
        guard case .number(let fraction)? = tokens.popFirst() else { return nil }
        number += "." + fraction
      }
      let unit: Double
      if tokens.isEmpty, larger == 3600, number.count == 2 {
        unit = 60
      } else {
        guard case .word(let word)? = tokens.popFirst(), let named = Self.seconds(word) else {
          return nil
        }
        unit = named
      }
      guard unit < larger, let count = Double(number), count * unit < larger else { return nil }
      // A fraction ends the length.
      if number.contains("."), !tokens.isEmpty { return nil }
      sum += count * unit
      larger = unit
    }
    return sum
  }

  /// Reads `an hour`, `half an hour`, `a minute`.
  private mutating func readWords() -> Double? {
    let words = tokens.compactMap { token in if case .word(let word) = token { word } else { nil } }
    guard words.count == tokens.count, let unit = words.last.flatMap(Self.seconds) else {
      return nil
    }
    switch words.dropLast() {
    case ["a"], ["an"]: return unit
    case ["half", "a"], ["half", "an"]: return unit / 2
    default: return nil
    }
  }

  private static func seconds(_ word: String) -> Double? {
    switch word {
    case "s", "sec", "secs", "second", "seconds": 1
    case "m", "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "d", "day", "days": 86_400
    default: nil
    }
  }
}
