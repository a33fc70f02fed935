/// Parsing of distances from now: `-2h`, `-1h30m`, `3 days ago`, `in 20 minutes`.
extension DateParser {
  private enum Unit {
    case seconds(Double)
    case days(Int)
    /// Months and years, which have no fixed length.
    case uneven

    init?(_ word: String) {
      switch word {
      case "s", "sec", "secs", "second", "seconds": self = .seconds(1)
      case "m", "min", "mins", "minute", "minutes": self = .seconds(60)
      case "h", "hr", "hrs", "hour", "hours": self = .seconds(3600)
      case "d", "day", "days": self = .days(1)
      case "w", "week", "weeks": self = .days(7)
      case "mo", "month", "months", "y", "yr", "year", "years": self = .uneven
      default: return nil
      }
    }
  }

  private struct Distance {
    var seconds = 0.0
    var days = 0
    var isInDays = true
  }

  mutating func parseDistance() throws(SpokenDateError) -> Bool {
    let found = try attempt { (parser) throws(SpokenDateError) -> Bool? in
      let sign: Int?
      if parser.take("in") {
        guard parser.skipBlanks() else { return nil }
        sign = 1
      } else {
        sign = parser.take(sign: "-") ? -1 : parser.take(sign: "+") ? 1 : nil
      }
      guard let distance = try parser.distance() else { return nil }
      if let sign { return try parser.set(distance, sign) }
      guard parser.skipBlanks(), parser.take("ago") else { return nil }
      return try parser.set(distance, -1)
    }
    return found ?? false
  }

  private mutating func distance() throws(SpokenDateError) -> Distance? {
    var distance = Distance()
    var count = 0
    if let seconds = try attempt({ (parser) throws(SpokenDateError) in parser.half() }) {
      return Distance(seconds: seconds, isInDays: false)
    }
    while let (number, unit) = try attempt({ (parser) throws(SpokenDateError) in
      try parser.step()
    }) {
      switch unit {
      case .seconds(let seconds):
        distance.isInDays = false
        distance.seconds += Double(number) * seconds
        // Minutes behind hours need no unit: `-1h30`.
        if seconds == 3600, case .number? = peek(), !hasUnitBehindNumber,
          let minutes = takeNumber(2...2)
        {
          distance.seconds += Double(minutes) * 60
        }
      case .days(let days): distance.days += number * days
      case .uneven:
        throw .impossible(
          "“\(text)” is of no fixed length",
          "months and years aren't all as long: write the date, as 2026-11-20")
      }
      count += 1
    }
    return count == 0 ? nil : distance
  }

  private var hasUnitBehindNumber: Bool {
    if case .word(let word)? = peek(1) { Unit(word) != nil } else { false }
  }

  /// Parses `half an hour`.
  private mutating func half() -> Double? {
    guard take("half") else { return nil }
    _ = skipBlanks()
    guard take("a") || take("an") else { return nil }
    _ = skipBlanks()
    guard case .seconds(let seconds)? = takeWord().flatMap(Unit.init) else { return nil }
    return seconds / 2
  }

  private mutating func step() throws(SpokenDateError) -> (Int, Unit)? {
    _ = skipBlanks()
    // At most six digits, since no calendar has more days.
    guard let number = takeNumber(1...6) ?? (take("a") || take("an") ? 1 : nil) else { return nil }
    _ = skipBlanks()
    guard let unit = takeWord().flatMap(Unit.init) else { return nil }
    return (number, unit)
  }

  private mutating func set(_ distance: Distance, _ sign: Int) throws(SpokenDateError) -> Bool {
    guard phrase.seconds == nil else { throw unknown }
    if distance.isInDays {
      try set(.fromNow(sign * distance.days))
    } else {
      phrase.seconds = Double(sign) * (distance.seconds + Double(distance.days) * 86_400)
    }
    return true
  }
}
