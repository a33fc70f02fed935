import StrataCompilerMessages
import StrataSwiftParser

extension PredicateWriter {
  /// The methods that a predicate can call, with the labels of their arguments.
  private enum Method: String {
    case contains, allSatisfy, filter, flatMap, starts, min, max, evaluate
    case hasPrefix, hasSuffix, lowercased, uppercased, isMultiple
    case localizedCaseInsensitiveContains, localizedStandardContains, matches, call

    func takes(_ labels: [String?]) -> Bool {
      switch self {
      case .contains: labels == [nil] || labels == ["where"]
      case .starts: labels == ["with"]
      case .isMultiple: labels == ["of"]
      case .min, .max, .lowercased, .uppercased: labels.isEmpty
      case .evaluate, .call: !labels.isEmpty && labels.allSatisfy { $0 == nil }
      case .allSatisfy, .filter, .flatMap, .hasPrefix, .hasSuffix,
        .localizedCaseInsensitiveContains, .localizedStandardContains, .matches:
        labels == [nil]
      }
    }
  }

  /// Translates a method call on the chain so far.
  mutating func method(
    _ name: Name, _ arguments: [ArgumentNode], _ range: Range<Int>, of chain: inout Chain,
    _ context: Context
  ) throws(Problem) {
    if !chain.isBuilt, try areCaptured(arguments, context) {
      if chain.code != nil { chain.written = .captured }
      return chain.extend(range, text: text(range))
    }
    let labels = arguments.map(\.label)
    guard let method = Method(rawValue: name.text), method.takes(labels) else {
      throw unknown(name, arguments, isOfModel: chain.isBuilt)
    }
    let root =
      method == .evaluate ? try evaluated(chain, name) : code(chain.written, chain.range)
    let arguments = try arguments.map { argument throws(Problem) in
      try self.argument(argument, of: method, context)
    }
    chain.range = chain.range.lowerBound..<range.upperBound
    chain.written = .built(Self.call(method, root, arguments))
  }

  /// Returns another predicate to evaluate, as written in the source.
  ///
  /// A captured value of it couldn't become a part of this predicate. An element of a list is read
  /// when the predicate is made.
  private func evaluated(_ chain: Chain, _ name: Name) throws(Problem) -> PredicateCode {
    switch chain.written {
    case .captured: return .text(text(chain.range))
    case .deferred where !chain.isUnwrapped: return .text(text(chain.range))
    case .deferred, .built: break
    }
    throw problem(
      "a predicate can only ask another one that is known when it is made: take it into a constant "
        + "before, without an optional; for a list there are 'Predicate(all:)' and 'Predicate(any:)'",
      at: name.range)
  }

  private static func call(
    _ method: Method, _ root: PredicateCode, _ arguments: [PredicateCode]
  ) -> PredicateCode {
    switch (method, arguments.first) {
    case (.contains, .closure(let parameters, let body)?):
      return .build(
        "contains", (nil, root), ("where", .closure(parameters: parameters, body)))
    case (.starts, let prefix?):
      return .build("starts", (nil, root), ("with", prefix))
    case (.isMultiple, let divisor?):
      return .build(
        "Equal", ("lhs", .build("Remainder", ("lhs", root), ("rhs", divisor))),
        ("rhs", .build("Arg", (nil, .text("0")))))
    default:
      return .call(
        "PredicateExpressions.build_" + method.rawValue,
        ([root] + arguments).map { (label: nil, value: $0) })
    }
  }

  private mutating func argument(
    _ argument: ArgumentNode, of method: Method, _ context: Context
  ) throws(Problem) -> PredicateCode {
    let takesClosure =
      switch method {
      case .allSatisfy, .filter, .flatMap: true
      case .contains: argument.label != nil || argument.value.isClosure
      default: false
      }
    guard takesClosure else { return try operand(argument.value, context) }
    if case .closure(let closure) = argument.value.unwrapped.kind {
      return try self.closure(closure, context.conditional)
    }
    let source = text(argument.value.range)
    guard source.hasPrefix("\\") else {
      throw problem(
        "a predicate needs to see what ‘\(method.rawValue)’ asks: write a closure here",
        at: argument.value.range)
    }
    let name = newName()
    return .closure(
      parameters: name,
      .init(
        result: .build("KeyPath", ("root", .text(name)), ("keyPath", .text(source)))))
  }

  private mutating func areCaptured(
    _ arguments: [ArgumentNode], _ context: Context
  ) throws(Problem) -> Bool {
    for argument in arguments {
      if case .closure(let closure) = argument.value.unwrapped.kind {
        if closure.words.contains(where: { mentions($0.text, context) }) { return false }
      } else if case .built = try write(argument.value, context) {
        return false
      }
    }
    return true
  }

  /// Returns the error for a method that the store doesn't support.
  private func unknown(_ name: Name, _ arguments: [ArgumentNode], isOfModel: Bool) -> Problem {
    let called = name.text + "(" + arguments.map { ($0.label ?? "_") + ":" }.joined() + ")"
    guard isOfModel else {
      return problem(
        "a predicate can't call ‘\(called)’ with what a model has: the store can't run it; compare "
          + "what is stored, with a value that was worked out before", at: name.range)
    }
    let advice: String
    var fixIts: [Diagnostic.FixIt] = []
    switch name.text {
    case "map", "compactMap":
      advice = "of an optional, use ‘flatMap’"
      fixIts = [
        .init(
          message: "use 'flatMap'",
          changes: [.init(range: node.range(name.range), newText: "flatMap")])
      ]
    case "first", "last": advice = "use ‘contains(where:)’ to ask whether there is one"
    case "count": advice = "use ‘filter { … }.count’"
    case "caseInsensitiveCompare", "localizedCaseInsensitiveCompare":
      advice = "compare it with ‘.orderedSame’"
    case "localizedCompare", "localizedStandardCompare", "compare":
      advice = "use ‘==’, ‘<’ or ‘caseInsensitiveCompare(_:) == .orderedSame’"
    case "addingTimeInterval", "distance", "timeIntervalSince":
      advice = "move the sum to the other side of the comparison, and work it out before"
    default: advice = "compare what is stored, or keep the result in a property of the model"
    }
    return problem(
      "a predicate can't call ‘\(called)’ on what a model has: the store can't run it; \(advice)",
      at: name.range, fixIts: fixIts)
  }

  /// Translates `a.caseInsensitiveCompare(b) == .orderedSame`, with the operands in either order,
  /// or returns nil for any other comparison.
  mutating func caseInsensitiveEquality(
    _ left: ExpressionNode, _ right: ExpressionNode, _ context: Context
  ) throws(Problem) -> PredicateCode? {
    guard let (call, name, other) = Self.caseInsensitiveCall(left, right) else { return nil }
    guard case .postfix(let base, var suffixes) = call.kind else { return nil }
    suffixes.removeLast(2)
    let place = base.range.lowerBound..<(suffixes.last?.range ?? base.range).upperBound
    // The compared text, and the last optional chaining before it.
    let link = suffixes.lastIndex { if case .link = $0.kind { true } else { false } }
    guard let link else {
      let root = try postfix(base, suffixes, in: place, context)
      let argument = try write(other, context)
      if case .captured = combine([(root, place), (argument, other.range)], { $0[0] }) {
        return nil
      }
      return .build(
        "caseInsensitiveEqual", (nil, code(root, place)), (nil, code(argument, other.range)))
    }
    let outer = Array(suffixes[..<link])
    let outerPlace = base.range.lowerBound..<(outer.last?.range ?? base.range).upperBound
    let root = try postfix(base, outer, in: outerPlace, context)
    guard case .built(let rootCode) = root else {
      throw problem(
        "a predicate can't compare this; turn it round: the model's text comes first",
        at: name.range)
    }
    let variable = newName()
    let inner = context.binding(variable, as: variable).conditional
    let innerBase = ExpressionNode(kind: .name(variable), range: outerPlace)
    let text = try postfix(innerBase, Array(suffixes[(link + 1)...]), in: place, inner)
    let equal = PredicateCode.build(
      "caseInsensitiveEqual", (nil, code(text, place)), (nil, try operand(other, inner)))
    return .build(
      "Equal",
      (
        "lhs",
        .build(
          "flatMap", (nil, rootCode), (nil, .closure(parameters: variable, .init(result: equal))))
      ),
      ("rhs", .build("Arg", (nil, .text("true")))))
  }

  private static func caseInsensitiveCall(
    _ left: ExpressionNode, _ right: ExpressionNode
  ) -> (call: ExpressionNode, name: Name, other: ExpressionNode)? {
    for (side, result) in [(left.unwrapped, right.unwrapped), (right.unwrapped, left.unwrapped)] {
      let isSame =
        switch result.kind {
        case .implicitMember("orderedSame"): true
        case .postfix(let base, let suffixes):
          if case .name("ComparisonResult") = base.kind, suffixes.count == 1,
            case .member(let member) = suffixes[0].kind
          {
            member.text == "orderedSame"
          } else {
            false
          }
        default: false
        }
      guard isSame, case .postfix(_, let suffixes) = side.kind, suffixes.count >= 2,
        case .call(let arguments)? = suffixes.last?.kind,
        case .member(let name) = suffixes[suffixes.count - 2].kind,
        arguments.first?.label == nil, let other = arguments.first?.value
      else { continue }
      switch name.text {
      case "caseInsensitiveCompare" where arguments.count == 1: return (side, name, other)
      case "compare" where arguments.count == 2 && arguments[1].label == "options":
        if case .implicitMember("caseInsensitive") = arguments[1].value.unwrapped.kind {
          return (side, name, other)
        }
      default: break
      }
    }
    return nil
  }
}

extension ExpressionNode {
  var isClosure: Bool {
    if case .closure = unwrapped.kind { true } else { false }
  }
}
