extension Scanner {
  /// Parses an attribute.
  ///
  /// The cursor is on its `@`.
  mutating func scanAttribute(condition: String?) throws(ScanError) -> Attribute {
    let start = token.start
    try expect(.at, "‘@’")
    let nameStart = token.start
    var genericArguments: [Fragment] = []
    var nameEnd = previousEnd
    while true {
      guard atName else { throw expected("the name of an attribute") }
      try advance()
      nameEnd = previousEnd
      if atOperator(startingWith: UInt8(ascii: "<")) {
        genericArguments = try scanGenericArguments()
      }
      guard (kind == .period || kind == .doubleColon) && !token.followsTrivia else { break }
      try advance()
    }
    var arguments: ArgumentList?
    if kind == .leftParenthesis && !token.startsLine {
      let isSelector = fragment(nameStart..<nameEnd).text == "objc"
      arguments = isSelector ? try scanSelector() : try scanArguments()
    }
    return Attribute(
      name: fragment(nameStart..<nameEnd), genericArguments: genericArguments,
      argumentList: arguments, condition: condition, source: fragment(from: start))
  }

  /// Parses the Objective-C name of `@objc(…)`, which may end with a colon: `addItemsObject:`.
  private mutating func scanSelector() throws(ScanError) -> ArgumentList {
    let start = token.start
    let inside = token.end
    try skipBrackets()
    let name = fragment(inside..<previousEnd - 1)
    return ArgumentList(
      arguments: [Argument(label: nil, value: name)], source: fragment(from: start))
  }

  /// Parses arguments in parentheses.
  ///
  /// The cursor is on the opening one.
  mutating func scanArguments() throws(ScanError) -> ArgumentList {
    let start = token.start
    try expect(.leftParenthesis, "‘(’")
    var arguments: [Argument] = []
    while kind != .rightParenthesis {
      arguments.append(try scanArgument())
      guard kind == .comma else { break }
      try advance()
    }
    try expect(.rightParenthesis, "‘)’")
    return ArgumentList(arguments: arguments, source: fragment(from: start))
  }

  private mutating func scanArgument() throws(ScanError) -> Argument {
    var label: Name?
    if atName, try peek().kind == .colon {
      label = try expectName("a label")
      try advance()
    }
    let start = token.start
    while kind != .comma && kind != .rightParenthesis {
      if kind.closer != nil {
        try skipBrackets()
      } else if kind == .word || kind == .quotedWord {
        try advance()
        // Commas between generic arguments don't separate the list's arguments.
        try skipGenericArgumentsIfPresent()
      } else if kind == .endOfFile || kind.isCloser || isConditionalDirective(token) {
        throw expected("‘,’ or ‘)’")
      } else {
        try advance()
      }
    }
    guard token.start > start else { throw expected("an argument") }
    return Argument(label: label, value: fragment(from: start))
  }

  /// Parses all attributes before a declaration, including those in `#if` blocks.
  mutating func scanAttributes() throws(ScanError) -> [Attribute] {
    var attributes: [Attribute] = []
    while true {
      if kind == .at {
        attributes.append(try scanAttribute(condition: nil))
      } else if try atConditionalAttributes() {
        attributes += try scanConditionalAttributes(outer: nil)
      } else {
        return attributes
      }
    }
  }

  /// Returns true if an `#if` follows that contains only attributes, and at least one.
  private func atConditionalAttributes() throws(ScanError) -> Bool {
    guard kind == .poundWord, matches(token, "#if") else { return false }
    var ahead = self
    var depth = 0
    var hasAttributes = false
    repeat {
      if ahead.kind == .at {
        hasAttributes = true
        _ = try ahead.scanAttribute(condition: nil)
        continue
      }
      guard ahead.kind == .poundWord, ahead.isConditionalDirective(ahead.token) else {
        return false
      }
      if ahead.matches(ahead.token, "#if") { depth += 1 }
      guard depth <= Self.maximumDepth else { throw .tooDeep(at: ahead.token.start) }
      if ahead.matches(ahead.token, "#endif") { depth -= 1 }
      try ahead.skipCondition()
    } while depth > 0
    return hasAttributes && ahead.kind != .rightBrace && ahead.kind != .endOfFile
  }

  private mutating func scanConditionalAttributes(
    outer: String?
  ) throws(ScanError) -> [Attribute] {
    try nested { scanner throws(ScanError) in
      var attributes: [Attribute] = []
      var condition = ConditionChain(outer: outer)
      while true {
        let directive = try scanner.scanConditionalDirective()
        guard directive.keyword != .endif else { return attributes }
        condition.enter(directive)
        while scanner.kind == .at || scanner.matches(scanner.token, "#if") {
          if scanner.kind == .at {
            attributes.append(try scanner.scanAttribute(condition: condition.current))
          } else {
            attributes += try scanner.scanConditionalAttributes(outer: condition.current)
          }
        }
      }
    }
  }
}
