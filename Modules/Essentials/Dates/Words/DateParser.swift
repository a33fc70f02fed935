import Foundation

/// A parser of dates, whose parts may be in any order, each at most once.
struct DateParser {
  let text: String
  private let tokens: [DateToken]
  var index = 0
  var phrase = DatePhrase()

  init(_ text: String) {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var words = self.text[...]
    // Names of zones are case-sensitive and contain signs that the tokenizer would split.
    if let blank = words.lastIndex(of: " "), words[blank...].contains("/"),
      words[words.index(after: blank)].isLetter,
      let zone = TimeZone(identifier: String(words[words.index(after: blank)...]))
    {
      phrase.zone = zone
      words = words[..<blank]
    }
    tokens = DateToken.tokens(of: String(words))
  }

  mutating func parse() throws(SpokenDateError) -> DatePhrase {
    var isEmpty = true
    while skipBlanks() {
      // A connecting word or comma, as in `yesterday at 7` and `Fri, 20 Nov`.
      if !isEmpty, take("at") || take(sign: ",") { continue }
      guard try parsePart(), peek() == nil || peek() == .blank || peek() == .sign(",") else {
        throw unknown
      }
      isEmpty = false
    }
    guard !isEmpty else { throw unknown }
    return phrase
  }

  private mutating func parsePart() throws(SpokenDateError) -> Bool {
    if try parseDistance() { return true }
    if try parseNumericDate() { return true }
    if try parseMonthDate() { return true }
    if try parseTime() { return true }
    return try parseWords() || parseZone()
  }

  var unknown: SpokenDateError { .unknown(text) }

  // MARK: Setting parts

  mutating func set(_ day: DatePhrase.Day) throws(SpokenDateError) {
    guard phrase.day == nil else { throw unknown }
    phrase.day = day
  }

  mutating func set(_ time: DatePhrase.Time) throws(SpokenDateError) {
    guard phrase.time == nil else { throw unknown }
    phrase.time = time
  }

  // MARK: Tokens

  func peek(_ ahead: Int = 0) -> DateToken? {
    index + ahead < tokens.count ? tokens[index + ahead] : nil
  }

  /// Skips spaces, and returns true if there is more text.
  mutating func skipBlanks() -> Bool {
    while peek() == .blank { index += 1 }
    return index < tokens.count
  }

  mutating func take(_ word: String) -> Bool {
    guard peek() == .word(word) else { return false }
    index += 1
    return true
  }

  mutating func take(sign: Character) -> Bool {
    guard peek() == .sign(sign) else { return false }
    index += 1
    return true
  }

  mutating func takeWord() -> String? {
    guard case .word(let word)? = peek() else { return nil }
    index += 1
    return word
  }

  /// Takes a number if its count of digits is in a range.
  mutating func takeNumber(_ digits: ClosedRange<Int>) -> Int? {
    guard case .number(let text)? = peek(), digits.contains(text.count), let number = Int(text)
    else { return nil }
    index += 1
    return number
  }

  /// Runs a parser, and restores the position if it returns nil.
  mutating func attempt<Value>(
    _ body: (inout DateParser) throws(SpokenDateError) -> Value?
  ) throws(SpokenDateError) -> Value? {
    let start = self
    if let value = try body(&self) { return value }
    self = start
    return nil
  }
}
