extension ExpressionParser {
  /// The standard library's infix operators with their precedences, higher ones binding more
  /// tightly.
  private static let precedences: [String: Int] = [
    "<<": 8, ">>": 8, "&<<": 8, "&>>": 8,
    "*": 7, "/": 7, "%": 7, "&*": 7, "&": 7,
    "+": 6, "-": 6, "&+": 6, "&-": 6, "|": 6, "^": 6,
    "..<": 5, "...": 5,
    "is": 4, "as": 4,
    "??": 3,
    "<": 2, "<=": 2, ">": 2, ">=": 2, "==": 2, "!=": 2, "===": 2, "!==": 2, "~=": 2,
    "&&": 1,
    "||": 0,
  ]

  private enum Element {
    case infix(String, ExpressionNode)
    case cast(ExpressionNode.Cast, type: String, end: Int)

    var precedence: Int? {
      switch self {
      case .infix(let name, _): precedences[name]
      case .cast: precedences["as"]
      }
    }
  }

  /// Parses operands and the operators between them, and combines them by precedence.
  mutating func sequence() throws(ScanError) -> ExpressionNode {
    let first = try prefixed()
    var elements: [Element] = []
    while let element = try element() {
      elements.append(element)
      try checkCount(elements.count)
    }
    guard !elements.isEmpty else { return first }
    for case .infix(let name, _) in elements where Self.precedences[name] == nil {
      let operands = elements.compactMap { element in
        if case .infix(_, let operand) = element { operand } else { nil }
      }
      return node(.unordered([first] + operands, by: name), from: first.range.lowerBound)
    }
    var remaining = elements[...]
    return Self.fold(first, &remaining, above: -1)
  }

  /// Parses the part after an operand: an operator and its right operand, or a cast.
  private mutating func element() throws(ScanError) -> Element? {
    if scanner.at("is") || scanner.at("as") { return try cast() }
    guard kind == .binaryOperator, !scanner.atOperator("?") else { return nil }
    let name = scanner.text(of: scanner.token)
    try advance()
    return .infix(name, try prefixed())
  }

  private mutating func cast() throws(ScanError) -> Element {
    var cast = ExpressionNode.Cast.check
    let isCheck = scanner.at("is")
    try advance()
    if !isCheck {
      cast = .coerce
      if kind == .questionMark {
        cast = .conditional
        try advance()
      } else if kind == .exclamationMark {
        cast = .forced
        try advance()
      }
    }
    let type = try scanner.scanType()
    return .cast(cast, type: type.text, end: type.range.upperBound)
  }

  /// Combines the elements that bind more tightly than a level.
  private static func fold(
    _ first: ExpressionNode, _ elements: inout ArraySlice<Element>, above level: Int
  ) -> ExpressionNode {
    var left = first
    while let next = elements.first, let precedence = next.precedence, precedence > level {
      elements.removeFirst()
      let start = left.range.lowerBound
      switch next {
      case .cast(let cast, let type, let end):
        left = ExpressionNode(kind: .cast(left, cast, type: type), range: start..<end)
      case .infix(let name, let operand):
        // Only `??` is right-associative.
        let right = fold(operand, &elements, above: name == "??" ? precedence - 1 : precedence)
        left = ExpressionNode(
          kind: .binary(left, name, right), range: start..<right.range.upperBound)
      }
    }
    return left
  }

  /// The keywords that apply to the whole expression to their right.
  private static let effects: Set<String> = ["try", "await", "unsafe"]

  /// Parses an operand with the operators and keywords before it.
  mutating func prefixed() throws(ScanError) -> ExpressionNode {
    try nested { parser throws(ScanError) in
      let start = parser.start
      if parser.kind == .prefixOperator {
        let name = parser.scanner.text(of: parser.scanner.token)
        try parser.advance()
        let operand = try parser.prefixed()
        return parser.node(.prefix(name, operand), from: start)
      }
      if try parser.scanner.atOperandPrefix() {
        let isEffect = Self.effects.contains(parser.scanner.word)
        try parser.advance()
        if parser.kind == .questionMark || parser.kind == .exclamationMark {
          throw parser.scanner.expected("an expression")
        }
        let inner = isEffect ? try parser.sequence() : try parser.prefixed()
        return parser.node(.effect(inner), from: start)
      }
      let operand = try parser.operand()
      return try parser.suffixed(operand)
    }
  }
}
