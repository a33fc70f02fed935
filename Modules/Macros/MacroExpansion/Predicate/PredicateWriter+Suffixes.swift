import StrataSwiftParser

extension PredicateWriter {
  /// Translates an operand with its suffixes: members, calls, subscripts, unwrapping and optional
  /// chaining.
  mutating func postfix(
    _ base: ExpressionNode, _ suffixes: [Suffix], in range: Range<Int>, _ context: Context
  ) throws(Problem) -> Written {
    let context = context.whole
    var chain = Chain(
      written: try write(base, context), range: base.range, isLinked: false)
    var rest = suffixes[...]
    while let suffix = rest.first {
      if case .link = suffix.kind {
        rest.removeFirst()
        let end = rest.firstIndex { if case .link = $0.kind { true } else { false } }
        let segment = rest[..<(end ?? rest.endIndex)]
        rest = rest[(end ?? rest.endIndex)...]
        try follow(segment, link: suffix, of: &chain, context)
      } else {
        try append(&rest, to: &chain, context)
      }
    }
    return chain.written
  }

  /// The translation of an operand and its suffixes so far.
  struct Chain {
    var written: Written
    var range: Range<Int>
    /// True if the suffixes follow optional chaining, so that the result is optional.
    var isLinked: Bool
    /// True if evaluating it could trap because a value is missing.
    var isUnwrapped = false

    /// Adds a suffix to a captured value.
    mutating func extend(_ suffix: Range<Int>, text: String) {
      range = range.lowerBound..<suffix.upperBound
      if case .deferred(_, var unwrapped?) = written {
        unwrapped.tail += text
        written = .deferred(unwrapped.code, unwrapped)
      }
    }
  }

  /// Translates the suffixes between one `?` of optional chaining and the next.
  private mutating func follow(
    _ segment: ArraySlice<Suffix>, link: Suffix, of chain: inout Chain, _ context: Context
  ) throws(Problem) {
    let start = (lines.count, chain)
    chain.isLinked = true
    switch chain.written {
    case .captured, .deferred(_, .some):
      // It remains a captured value unless a later suffix refers to the model.
      chain.extend(link.range, text: "?")
      var rest = segment
      while !rest.isEmpty { try append(&rest, to: &chain, context) }
      guard case .built = chain.written else { return }
      lines.removeSubrange(start.0...)
      chain = start.1
      chain.isLinked = true
    default: break
    }
    let name = newName()
    let wrapped = code(chain.written, chain.range)
    var inner = Chain(written: .built(.text(name)), range: chain.range, isLinked: false)
    var rest = segment
    let context = context.conditional
    while !rest.isEmpty { try append(&rest, to: &inner, context) }
    chain.written = .built(
      .build(
        "flatMap", (nil, wrapped),
        (nil, .closure(parameters: name, .init(result: code(inner.written, inner.range))))))
    chain.range = chain.range.lowerBound..<(segment.last ?? link).range.upperBound
  }

  /// Adds the first suffix, or a member together with its call.
  private mutating func append(
    _ rest: inout ArraySlice<Suffix>, to chain: inout Chain, _ context: Context
  ) throws(Problem) {
    let suffix = rest.removeFirst()
    switch suffix.kind {
    case .member(let name):
      if let next = rest.first, case .call(let arguments) = next.kind {
        rest.removeFirst()
        return try method(
          name, arguments, suffix.range.lowerBound..<next.range.upperBound, of: &chain, context)
      }
      guard let code = chain.code else {
        return chain.extend(suffix.range, text: text(suffix.range))
      }
      chain.write(
        name.text == "self"
          ? code : .build("KeyPath", ("root", code), ("keyPath", .text("\\." + name.written))),
        to: suffix)
    case .call(let arguments):
      if chain.code != nil {
        throw problem("a predicate can't call what a model has", at: suffix.range)
      }
      try checkAreCaptured(arguments, context) { "a predicate can't call this with" }
      chain.extend(suffix.range, text: text(suffix.range))
    case .subscript(let arguments):
      try `subscript`(arguments, suffix, of: &chain, context)
    case .unwrap: unwrap(&chain, suffix)
    case .link: break
    case .operator:
      if chain.code != nil {
        throw problem(
          "a predicate can't make a range without an end of what a model has; use a comparison",
          at: chain.range)
      }
      chain.extend(suffix.range, text: text(suffix.range))
    }
  }

  private func unwrap(_ chain: inout Chain, _ suffix: Suffix) {
    chain.isUnwrapped = true
    let before = chain.range
    switch chain.written {
    case .captured where !chain.isLinked:
      let unwrapped = Unwrapped(optional: text(before))
      chain.written = .deferred(unwrapped.code, unwrapped)
      chain.range = before.lowerBound..<suffix.range.upperBound
    case .captured: chain.extend(suffix.range, text: "!")
    case .deferred(_, let unwrapped?):
      let again = unwrapped.again
      chain.written = .deferred(again.code, again)
      chain.range = before.lowerBound..<suffix.range.upperBound
    case .deferred(let code, nil):
      chain.written = .deferred(.build("ForcedUnwrap", (nil, code)), nil)
      chain.range = before.lowerBound..<suffix.range.upperBound
    case .built(let code): chain.write(.build("ForcedUnwrap", (nil, code)), to: suffix)
    }
  }

  private mutating func `subscript`(
    _ arguments: [ArgumentNode], _ suffix: Suffix, of chain: inout Chain, _ context: Context
  ) throws(Problem) {
    if arguments.count == 1, arguments[0].label == "keyPath", let code = chain.code {
      let keyPath = arguments[0].value
      guard case .captured = try write(keyPath, context) else {
        throw problem("this key path must come from outside of the predicate", at: keyPath.range)
      }
      return chain.write(
        .build("KeyPath", ("root", code), ("keyPath", .text(text(keyPath.range)))), to: suffix)
    }
    let parts = try all(arguments.map { ($0.value, context) })
    let isCaptured = parts.allSatisfy { if case .built = $0.0 { false } else { true } }
    let labels = arguments.map(\.label)
    let isKnown = labels == [nil] || labels == [nil, "default"]
    if isCaptured, chain.code == nil {
      guard isKnown, context.isConditional, case .captured = chain.written, !chain.isLinked else {
        return chain.extend(suffix.range, text: text(suffix.range))
      }
    }
    guard isKnown else {
      throw problem("a predicate knows no such subscript", at: suffix.range)
    }
    let isOutside = isCaptured && !chain.isBuilt
    let root = code(chain.written, chain.range)
    let element = PredicateCode.call(
      "PredicateExpressions.build_subscript",
      [(nil, root)] + zip(labels, parts).map { ($0, code($1.0, $1.1)) })
    chain.range = chain.range.lowerBound..<suffix.range.upperBound
    chain.written = isOutside ? .deferred(element, nil) : .built(element)
  }

  /// Rejects arguments that refer to the model.
  mutating func checkAreCaptured(
    _ arguments: [ArgumentNode], _ context: Context, _ what: () -> String
  ) throws(Problem) {
    for argument in arguments {
      guard case .built = try write(argument.value, context) else { continue }
      throw problem(
        "\(what()) what a model has: the store can't run it; compare what is stored, with a value "
          + "that was worked out before", at: argument.value.range)
    }
  }
}

extension PredicateWriter.Chain {
  /// The code, or nil if it is a captured value.
  var code: PredicateCode? {
    switch written {
    case .captured, .deferred(_, .some): nil
    case .deferred(let code, nil), .built(let code): code
    }
  }

  var isBuilt: Bool { if case .built = written { true } else { false } }

  mutating func write(_ code: PredicateCode, to suffix: Suffix) {
    range = range.lowerBound..<suffix.range.upperBound
    if case .deferred = written {
      written = .deferred(code, nil)
    } else {
      written = .built(code)
    }
  }
}
