import StrataCompilerMessages
import StrataSwiftParser

/// Turns the tree of a closure into the calls that a predicate is made of.
///
/// What doesn't speak of the closure's parameter is taken whole, as a value from outside.
struct PredicateWriter {
  /// What became of an expression.
  enum Written {
    /// It is a value from outside, and stays as it is.
    case captured
    /// It is a value from outside too, but could trap if it was taken before it is needed.
    case deferred(PredicateCode, Unwrapped?)
    /// It speaks of the model.
    case built(PredicateCode)
  }

  /// An optional value from outside that is unwrapped when the predicate is asked, and what is read
  /// of it then.
  struct Unwrapped {
    var optional: String
    var tail = ""

    var code: PredicateCode {
      let value = tail.isEmpty ? optional : "(\(optional)).map { $0\(tail) }"
      return .build("ForcedUnwrap", (nil, .build("Arg", (nil, .text(value)))))
    }

    /// Unwraps once more.
    var again: Unwrapped { Unwrapped(optional: "(\(optional)).flatMap { $0\(tail) }") }
  }

  /// Where an expression stands.
  struct Context {
    /// What the names bound by the predicate are called in the code.
    var names: [String: String] = [:]
    /// Whether it is looked at only if something else allows it.
    var isConditional = false
    /// Whether its terms get names of their own, so that the compiler checks each by itself.
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
  /// How many `#if` are being written inside each other; each doubles what follows it.
  var configurationDepth = 0
  static let maximumConfigurationDepth = 5

  init(_ node: SyntaxNode) {
    self.node = node
    bytes = Array(node.source.utf8)
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// A name that no one else has.
  mutating func newName() -> String {
    count += 1
    return "_$\(count)"
  }

  func problem(
    _ message: String, at range: Range<Int>, fixIts: [Diagnostic.FixIt] = []
  ) -> Problem {
    Problem(message, node.position(at: range.lowerBound), fixIts: fixIts)
  }

  /// The code for a value from outside.
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

  /// The code for an expression, whatever became of it.
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

  /// A closure that is handed to code from outside mustn't speak of the model.
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

  /// A value from outside if all parts are, else code made of theirs.
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
