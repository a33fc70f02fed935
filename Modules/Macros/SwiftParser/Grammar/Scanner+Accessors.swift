extension Scanner {
  /// Returns true if the brace at the cursor, after an initial value, opens accessors rather than a
  /// closure.
  ///
  /// This is the compiler's rule: a stored property has observers or an init accessor, so that
  /// braces which begin with anything else are a trailing closure.
  func atObserverBlock() throws(ScanError) -> Bool {
    var ahead = self
    try ahead.advance()
    while ahead.kind == .at { _ = try ahead.scanAttribute(condition: nil) }
    return ahead.at("willSet") || ahead.at("didSet") || ahead.at("init")
  }

  /// Returns true if the cursor, after the brace, is on an accessor rather than on a getter's
  /// statements.
  private func atAccessor() throws(ScanError) -> Bool {
    var ahead = self
    while ahead.kind == .at { _ = try ahead.scanAttribute(condition: nil) }
    while try ahead.scanModifierIfPresent() != nil {}
    guard ahead.kind == .word, Accessor.Kind(rawValue: ahead.word) != nil else { return false }
    try ahead.advance()
    if ahead.kind == .leftBrace || ahead.atEffect { return true }
    if ahead.kind == .leftParenthesis {
      try ahead.skipBrackets()
      return ahead.kind == .leftBrace || ahead.atEffect
    }
    return ahead.atEndOfBodylessAccessor
  }

  private var atEffect: Bool {
    at("async") || at("throws") || at("rethrows")
  }

  /// True at the end of an accessor without a body, as in a protocol.
  private var atEndOfBodylessAccessor: Bool {
    switch kind {
    case .rightBrace, .at: true
    case .word: Accessor.Kind(rawValue: word) != nil || at("mutating") || at("nonmutating")
    default: false
    }
  }

  /// Parses an accessor block.
  ///
  /// The cursor is on its opening brace.
  mutating func scanAccessorBlock() throws(ScanError) -> AccessorBlock {
    let start = token.start
    let brace = self
    try advance()
    guard try atAccessor() else {
      self = brace
      try skipBrackets()
      return AccessorBlock(accessors: [], source: fragment(from: start))
    }
    var accessors: [Accessor] = []
    while kind != .rightBrace {
      if kind == .semicolon {
        try advance()
      } else {
        accessors.append(try scanAccessor())
      }
    }
    try advance()
    return AccessorBlock(accessors: accessors, source: fragment(from: start))
  }

  private mutating func scanAccessor() throws(ScanError) -> Accessor {
    let start = token.start
    let attributes = try scanAttributes()
    var modifiers: [Modifier] = []
    while let modifier = try scanModifierIfPresent() { modifiers.append(modifier) }
    guard kind == .word, let accessorKind = Accessor.Kind(rawValue: word) else {
      throw expected("an accessor or ‘}’")
    }
    try advance()
    var parameter: Name?
    if kind == .leftParenthesis {
      try advance()
      parameter = try expectName("the name of the value")
      try expect(.rightParenthesis, "‘)’")
    }
    let effects = try scanEffectsIfPresent()
    var body: Fragment?
    if kind == .leftBrace {
      let start = token.start
      try skipBrackets()
      body = fragment(from: start)
    }
    return Accessor(
      kind: accessorKind, attributes: attributes, modifiers: modifiers, parameter: parameter,
      effects: effects, body: body, range: start..<previousEnd)
  }

  mutating func scanEffectsIfPresent() throws(ScanError) -> Fragment? {
    let start = token.start
    try skipEffects()
    return previousEnd > start ? fragment(from: start) : nil
  }
}
