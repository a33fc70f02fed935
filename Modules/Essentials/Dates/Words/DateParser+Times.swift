import Foundation

/// Parsing of times of day and zones: `7:00`, `07:00:15.5`, `7am`, `noon`, `Z`, `+01:00`.
extension DateParser {
  mutating func parseTime() throws(SpokenDateError) -> Bool {
    if take("noon") {
      try set(.seconds(43_200))
      return true
    }
    if take("midnight") {
      try set(.midnight)
      return true
    }
    let found = try attempt { (parser) throws(SpokenDateError) -> Double? in
      guard let hour = parser.takeNumber(1...2) else { return nil }
      if parser.take("h"), case .number(let minutes)? = parser.peek(), minutes.count == 2 {
        throw .ambiguous(
          "“\(hour)h\(minutes)” could be a time or a length",
          ["\(hour):\(minutes) for the time", "\(hour) h \(minutes) min for the length"])
      }
      guard parser.take(sign: ":") else {
        return try parser.half().map { isAfternoon throws(SpokenDateError) in
          try parser.seconds(try parser.hour(hour, isAfternoon))
        }
      }
      guard let minute = parser.takeNumber(2...2) else { return nil }
      let second = try parser.parseSeconds()
      let half = try parser.half()
      return try parser.seconds(half == nil ? hour : try parser.hour(hour, half), minute, second)
    }
    guard let found else { return false }
    try set(.seconds(found))
    parseOffset()
    return true
  }

  /// Parses the time after the T of a date, also without colons, as in `T0730`.
  mutating func parseTimeBehindT() throws(SpokenDateError) -> Bool {
    guard case .number(let digits)? = peek(), [4, 6].contains(digits.count) else {
      return try parseTime()
    }
    let parts = stride(from: 0, to: digits.count, by: 2).map { start in
      Int(digits.dropFirst(start).prefix(2)) ?? 0
    }
    _ = takeNumber(4...6)
    let fraction = parts.count > 2 ? try parseFraction() : 0
    let second = Double(parts.count > 2 ? parts[2] : 0)
    try set(.seconds(try seconds(parts[0], parts[1], second + fraction)))
    parseOffset()
    return true
  }

  private mutating func parseSeconds() throws(SpokenDateError) -> Double {
    guard take(sign: ":") else { return 0 }
    guard let second = takeNumber(2...2) else { throw unknown }
    return Double(second) + (try parseFraction())
  }

  private mutating func parseFraction() throws(SpokenDateError) -> Double {
    // A comma without digits after it separates the time from the next part.
    guard peek() == .sign(".") || peek() == .sign(","), case .number(let digits)? = peek(1) else {
      return 0
    }
    _ = take(sign: ".") || take(sign: ",")
    guard takeNumber(1...18) != nil, let fraction = Double("0." + digits) else { throw unknown }
    return fraction
  }

  /// Parses `am` or `pm`, and returns true for `pm`, or nil if there is neither.
  private mutating func half() throws(SpokenDateError) -> Bool? {
    try attempt { (parser) throws(SpokenDateError) -> Bool? in
      _ = parser.skipBlanks()
      if parser.take("am") { return false }
      if parser.take("pm") { return true }
      guard let letter = parser.takeWord(), ["a", "p"].contains(letter), parser.take(sign: "."),
        parser.take("m"), parser.take(sign: ".")
      else { return nil }
      return letter == "p"
    }
  }

  private func hour(_ hour: Int, _ isAfternoon: Bool?) throws(SpokenDateError) -> Int {
    guard let isAfternoon else { return hour }
    guard (1...12).contains(hour) else {
      throw .impossible("“\(text)” is no time", "am and pm go with hours from 1 to 12")
    }
    return hour % 12 + (isAfternoon ? 12 : 0)
  }

  private func seconds(
    _ hour: Int, _ minute: Int = 0, _ second: Double = 0
  ) throws(SpokenDateError) -> Double {
    guard hour < 24, minute < 60, second < 60 else {
      throw .impossible("“\(text)” is no time", "times go from 0:00 to 23:59:59")
    }
    return Double(hour * 3600 + minute * 60) + second
  }

  /// Parses the zone's offset after a time, with or without a space before it.
  private mutating func parseOffset() {
    let start = self
    _ = skipBlanks()
    if parseZone() { return }
    if let offset = offset(), let zone = TimeZone(secondsFromGMT: offset), phrase.zone == nil {
      phrase.zone = zone
    } else {
      self = start
    }
  }

  private mutating func offset() -> Int? {
    let sign = take(sign: "+") ? 1 : take(sign: "-") ? -1 : 0
    guard sign != 0 else { return nil }
    let hours: Int
    var minutes = 0
    if let number = takeNumber(4...4) {
      (hours, minutes) = (number / 100, number % 100)
    } else {
      guard let number = takeNumber(2...2) else { return nil }
      hours = number
      if take(sign: ":") {
        guard let number = takeNumber(2...2) else { return nil }
        minutes = number
      }
    }
    // A unit follows, so that this is a distance such as `-30m`.
    if case .word? = peek() { return nil }
    // No zone is more than 14 hours ahead.
    guard hours <= 14, minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  mutating func parseZone() -> Bool {
    guard phrase.zone == nil, take("z") || take("utc") || take("gmt") else { return false }
    phrase.zone = TimeZone(secondsFromGMT: 0)
    return true
  }
}
