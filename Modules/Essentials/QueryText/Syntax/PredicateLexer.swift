/// A tokenizer of predicates.
///
/// It works on Unicode scalars, so that a combining mark after a quote doesn't change the quote.
/// Columns count characters, as a person sees them.
struct PredicateLexer {
  let scalars: [Unicode.Scalar]
  var position = 0
  private let characterOffsets: [Int]

  init(_ text: String) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    for (offset, character) in text.enumerated() {
      for scalar in character.unicodeScalars {
        scalars.append(scalar)
        offsets.append(offset)
      }
    }
    self.scalars = scalars
    characterOffsets = offsets
  }

  /// Returns all tokens.
  ///
  /// The last one marks the end.
  mutating func tokens() -> [PredicateToken] {
    var tokens: [PredicateToken] = []
    while true {
      skip(while: \.properties.isWhitespace)
      let start = position
      let kind = next()
      tokens.append(
        PredicateToken(kind, scalars: start..<position, range: range(of: start..<position)))
      if kind == .end { return tokens }
    }
  }

  private func range(of scalars: Range<Int>) -> SourceRange {
    guard let last = characterOffsets.last else { return .unknown }
    guard !scalars.isEmpty else { return SourceRange(last + 1, last + 1) }
    return SourceRange(
      characterOffsets[scalars.lowerBound], characterOffsets[scalars.upperBound - 1] + 1)
  }

  private mutating func next() -> PredicateToken.Kind {
    guard let scalar = peek() else { return .end }
    switch scalar {
    case "0"..."9": return number()
    case "\"", "'": return string(quote: scalar)
    case "$": return prefixed("a variable's name") { .variable($0) }
    case "#": return prefixed("a property's name") { .escapedName($0) }
    case "@" where peek(1) == "\"": return objectiveCString()
    case "@": return prefixed("an operator such as count") { .escapedName("@" + $0) }
    case "%": return placeholder()
    default:
      if let name = name() { return .name(name) }
      return symbol() ?? stray(scalar)
    }
  }

  mutating func name() -> String? {
    guard let first = peek(), first == "_" || first.properties.isXIDStart else { return nil }
    let start = position
    skip { $0.properties.isXIDContinue }
    return text(from: start)
  }

  private mutating func prefixed(
    _ meaning: String, _ make: (String) -> PredicateToken.Kind
  ) -> PredicateToken.Kind {
    let prefix = scalars[position]
    position += 1
    return name().map(make) ?? .invalid("expected \(meaning) right after '\(prefix)'")
  }

  private mutating func objectiveCString() -> PredicateToken.Kind {
    position += 1
    return .invalid("write a string without '@' before it")
  }

  private mutating func placeholder() -> PredicateToken.Kind {
    let start = position
    position += 1
    if peek() == "@" { position += 1 } else { _ = name() }
    return .invalid(
      "the placeholder '\(text(from: start))' has no argument: write the value or name in its place"
    )
  }

  private mutating func symbol() -> PredicateToken.Kind? {
    for length in [2, 1] where position + length <= scalars.count {
      let start = position
      position += length
      if let symbol = PredicateSymbol(rawValue: text(from: start)) { return .symbol(symbol) }
      position = start
    }
    return nil
  }

  private mutating func stray(_ scalar: Unicode.Scalar) -> PredicateToken.Kind {
    position += 1
    let advice =
      switch scalar {
      case "`": ": names take no backticks; write #name where a name is a keyword"
      case "\u{201C}", "\u{201D}", "\u{2018}", "\u{2019}": ": use straight quotes"
      default: ""
      }
    let shown = scalar.value < 0x20 ? "U+" + String(scalar.value, radix: 16) : String(scalar)
    return .invalid("unexpected character '\(shown)'\(advice)")
  }

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  mutating func skip(while belongs: (Unicode.Scalar) -> Bool) {
    while let scalar = peek(), belongs(scalar) { position += 1 }
  }

  func text(from start: Int) -> String {
    String(String.UnicodeScalarView(scalars[start..<position]))
  }
}
