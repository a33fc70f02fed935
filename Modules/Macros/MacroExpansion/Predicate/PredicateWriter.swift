import StrataCompilerMessages
import StrataSwiftParser

/// The translation of a closure's syntax tree to the builder calls of a predicate.
///
/// An expression that doesn't refer to the closure's parameters is captured as a whole.
struct PredicateWriter {
  /// The translation of an expression.
  enum Written {
    /// A captured value, whose source remains unchanged.
    case captured
    /// A captured value that could trap if it were evaluated before it is needed.
    case deferred(PredicateCode, Unwrapped?)
    /// An expression that refers to the model.
    case built(PredicateCode)
  }

  /// A captured optional that is unwrapped when the predicate is evaluated, and the suffixes after
  /// it.
  struct Unwrapped {
    var optional: String
    var tail = ""

    var code: PredicateCode {
      let value = tail.isEmpty ? optional : "(\(optional)).map { $0\(tail) }"
      return .build("ForcedUnwrap", (nil, .build("Arg", (nil, .text(value)))))
    }

    /// The result of unwrapping it again.
    var again: Unwrapped { Unwrapped(optional: "(\(optional)).flatMap { $0\(tail) }") }
  }

  /// The context of an expression.
  struct Context {
    /// The names that the predicate binds, with their names in the generated code.
    var names: [String: String] = [:]
    /// True if it is evaluated only if a condition holds.
    var isConditional = false
    /// True if its terms are assigned to constants, so that the compiler type-checks them
    /// separately.
    var splitsTerms = false

    var conditional: Context {
      var context = self
      context.isConditional = true
      return context
    }

    var whole: Context {
      var context = self
      context.splitsTerms = false
      return context
    }

    func binding(_ name: String, as code: String) -> Context {
      var context = self
      context.names[name] = code
      return context
    }
  }

  let node: SyntaxNode
  private let bytes: [UInt8]
  /// The declarations of the innermost body.
  var lines: [(name: String, value: PredicateCode)] = []
  private var count = 0
  /// The nesting of `#if`, each of which duplicates the statements after it.
  var configurationDepth = 0
  static let maximumConfigurationDepth = 5

  init(_ node: SyntaxNode) {
    self.node = node
    bytes = Array(node.source.utf8)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns a unique name.
  mutating func newName() -> String {
    count += 1
    return "_$\(count)"
  }

  func problem(
    _ message: String, at range: Range<Int>, fixIts: [Diagnostic.FixIt] = []
  ) -> Problem {
    Problem(message, node.position(at: range.lowerBound), fixIts: fixIts)
  }

  /// Returns the code of a captured value.
  func argument(_ range: Range<Int>) -> PredicateCode {
    let text = text(range)
    return text == "nil" ? .build("NilLiteral") : .build("Arg", (nil, .text(text)))
  }

  func code(_ written: Written, _ range: Range<Int>) -> PredicateCode {
    switch written {
    case .captured: argument(range)
    case .deferred(let code, _), .built(let code): code
    }
  }

  /// Translates an expression to code, also if it is a captured value.
  mutating func operand(
    _ expression: ExpressionNode, _ context: Context
  ) throws(Problem) -> PredicateCode {
    code(try write(expression, context), expression.range)
  }

  mutating func write(
    _ expression: ExpressionNode, _ context: Context
  ) throws(Problem) -> Written {
    let range = expression.range
    switch expression.kind {
    case .name(let name):
      return context.names[name].map { .built(.text($0)) } ?? .captured
    case .constant, .implicitMember, .nil: return .captured
    case .string(let words):
      if let word = words.first(where: {
        context.names[Name(written: $0.text, offset: 0).text] != nil
      }) {
        throw problem(
          "a predicate can't put what a model has into a text; compare the parts by themselves",
          at: word.range)
      }
      return .captured
    case .parentheses(let inner), .effect(let inner): return try write(inner, context)
    case .prefix(let name, let operand):
      return try prefix(name, operand, in: expression, context)
    case .binary(let left, let name, let right):
      return try binary(left, name, right, in: expression, context)
    case .ternary(let test, let first, let second):
      var written = try all(
        [
          (test, context.whole), (first, context.whole.conditional),
          (second, context.whole.conditional),
        ])
      if case .built(let code) = written[2].0 { written[2].0 = .built(named(code)) }
      return combine(written) {
        .build("Conditional", (nil, $0[0]), (nil, $0[1]), (nil, $0[2]))
      }
    case .cast(let inner, let cast, let type):
      return try self.cast(inner, cast, type, context)
    case .several(let elements):
      for element in elements {
        if case .built = try write(element, context.whole) {
          throw problem(
            "a predicate can't make a collection, a tuple or a new kind of operation of what a "
              + "model has; compare the values one by one", at: element.range)
        }
      }
      return .captured
    case .unordered(let operands, let name):
      for operand in operands {
        if case .built = try write(operand, context.whole) {
          throw problem(
            "a predicate doesn't know how tightly ‘\(name)’ binds; put it and its operands in "
              + "parentheses, without anything of the model", at: operand.range)
        }
      }
      return .captured
    case .closure(let closure):
      try checkIsCaptured(closure, context)
      return .captured
    case .postfix(let base, let suffixes):
      return try postfix(base, suffixes, in: range, context)
    case .if(let node): return .built(try conditional(node, range, context))
    case .switch(let node): return .built(try self.switch(node, range, context))
    }
  }

  func mentions(_ word: String, _ context: Context) -> Bool {
    context.names[Name(written: word, offset: 0).text] != nil && !word.hasPrefix("$")
  }

  /// Rejects a closure that is passed to captured code but refers to the model.
  private func checkIsCaptured(_ closure: ClosureNode, _ context: Context) throws(Problem) {
    guard let word = closure.words.first(where: { mentions($0.text, context) }) else { return }
    throw problem(
      "a predicate can't run a closure that uses ‘\(word.text)’ here; ‘contains’, ‘allSatisfy’, "
        + "‘filter’ and ‘flatMap’ take one", at: word.range)
  }

  mutating func all(
    _ expressions: [(ExpressionNode, Context)]
  ) throws(Problem) -> [(Written, Range<Int>)] {
    var result: [(Written, Range<Int>)] = []
    for (expression, context) in expressions {
      result.append((try write(expression, context), expression.range))
    }
    return result
  }

  /// Combines expressions.
  ///
  /// The result is captured if all of them are, or else it is built from their code.
  func combine(
    _ parts: [(Written, Range<Int>)], _ build: ([PredicateCode]) -> PredicateCode
  ) -> Written {
    var isCaptured = true
    var isBuilt = false
    for (written, _) in parts {
      switch written {
      case .captured: break
      case .deferred: isCaptured = false
      case .built: (isCaptured, isBuilt) = (false, true)
      }
    }
    if isCaptured { return .captured }
    let whole = build(parts.map { code($0.0, $0.1) })
    return isBuilt ? .built(whole) : .deferred(whole, nil)
  }
}
