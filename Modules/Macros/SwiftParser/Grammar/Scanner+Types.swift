extension Scanner {
  /// The specifiers before a type.
  private static let specifiers: Set<String> = [
    "inout", "some", "any", "each", "repeat", "borrowing", "consuming", "sending", "isolated",
    "nonisolated", "__owned", "__shared", "__consuming", "_const", "_resultDependsOn", "dependsOn",
    "let",
  ]

  /// The attributes of types that never take arguments.
  ///
  /// Parentheses after them belong to the type.
  private static let plainTypeAttributes: Set<String> = [
    "escaping", "autoclosure", "Sendable", "noescape", "unchecked", "retroactive", "preconcurrency",
    "concurrent", "async", "nonescaping", "unsafe",
  ]

  mutating func scanType() throws(ScanError) -> Fragment {
    let start = token.start
    try skipType()
    return fragment(from: start)
  }

  /// Skips one type, as far as it extends.
  mutating func skipType() throws(ScanError) {
    try nested { scanner throws(ScanError) in
      repeat {
        try scanner.skipTypePrefixes()
        let mayBeFunction = scanner.kind == .leftParenthesis
        try scanner.skipBareType()
        try scanner.skipTypeSuffixes()
        if mayBeFunction { try scanner.skipFunctionEffects() }
      } while try scanner.skipTypeConnector()
    }
  }

  private mutating func skipTypePrefixes() throws(ScanError) {
    while true {
      if kind == .at {
        try skipTypeAttribute()
      } else if atOperator(startingWith: UInt8(ascii: "~")) {
        return try advanceIntoOperator()
      } else if kind == .word, Self.specifiers.contains(word) {
        let next = try peek()
        guard startsTypeBehindSpecifier(next) else { return }
        let mayHaveArgument = at("nonisolated") || at("dependsOn")
        try advance()
        if mayHaveArgument && kind == .leftParenthesis { try skipBrackets() }
      } else {
        return
      }
    }
  }

  private func startsTypeBehindSpecifier(_ token: Token) -> Bool {
    switch token.kind {
    case .word, .quotedWord, .leftParenthesis, .leftBracket, .at: true
    default: token.kind.isOperator && lexer.bytes[token.start] == UInt8(ascii: "~")
    }
  }

  private mutating func skipTypeAttribute() throws(ScanError) {
    try advance()
    let isPlain = kind == .word && Self.plainTypeAttributes.contains(word)
    try skipQualifiedName("the name of an attribute")
    guard kind == .leftParenthesis, !token.followsTrivia, !isPlain else { return }
    var ahead = self
    try ahead.skipBrackets()
    // In `@MainActor([Int]) -> Void` they are the parameters of the function type.
    if try !ahead.isBeforeArrow() { self = ahead }
  }

  private func isBeforeArrow() throws(ScanError) -> Bool {
    var ahead = self
    try ahead.skipEffects()
    return ahead.kind == .arrow
  }

  private mutating func skipBareType() throws(ScanError) {
    switch kind {
    case .leftParenthesis, .leftBracket: try skipBrackets()
    case .word, .quotedWord: try skipQualifiedName("a type")
    // An integer generic argument, as in `InlineArray<3, Int>`.
    case .number: try advance()
    default:
      guard atOperator(startingWith: UInt8(ascii: "-")) else { throw expected("a type") }
      try advanceIntoOperator()
      try expect(.number, "a number")
    }
  }

  /// Skips a qualified name with its generic arguments.
  mutating func skipQualifiedName(_ what: String) throws(ScanError) {
    while true {
      guard atName else { throw expected(what) }
      try advance()
      if atOperator(startingWith: UInt8(ascii: "<")) { try skipGenericArguments() }
      guard kind == .period || kind == .doubleColon else { return }
      try advance()
    }
  }

  private mutating func skipTypeSuffixes() throws(ScanError) {
    while true {
      switch kind {
      case .questionMark, .exclamationMark: try advance()
      case .period:
        try advance()
        try skipQualifiedName("the name of a member")
      default: return
      }
    }
  }

  /// Skips `async` and `throws` if they belong to a function type, which requires an arrow after
  /// them.
  private mutating func skipFunctionEffects() throws(ScanError) {
    let start = self
    try skipEffects()
    if kind != .arrow { self = start }
  }

  /// Skips an arrow or an ampersand, after which the type continues.
  private mutating func skipTypeConnector() throws(ScanError) -> Bool {
    guard kind == .arrow || atOperator("&") else { return false }
    try advance()
    return true
  }

  /// Skips `async`, `throws(…)` and similar keywords.
  mutating func skipEffects() throws(ScanError) {
    while at("async") || at("throws") || at("rethrows") || at("reasync") {
      let mayHaveType = at("throws")
      try advance()
      if mayHaveType && kind == .leftParenthesis { try skipBrackets() }
    }
  }
}
