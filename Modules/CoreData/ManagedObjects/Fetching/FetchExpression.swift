internal import Foundation

/// An expression in an ``NSExpressionDescription`` or a condition on groups.
///
/// It replaces Foundation's `NSExpression`, which isn't implemented outside Apple's platforms.
public struct FetchExpression: Sendable, Hashable {
  indirect enum Kind: Sendable, Hashable {
    case keyPath(String)
    case function(String, [FetchExpression])
    case variable(String)
    case constant(Constant)
    case object
    case aggregate([FetchExpression])
  }

  // Unchecked, since constants are texts, numbers, dates and the like, which nothing changes.
  /// A value that is the same for all objects.
  struct Constant: @unchecked Sendable, Hashable {
    let value: Any?
    /// The value, if it can be compared. Others are equal if their texts are.
    private let key: AnyHashable?

    init(_ value: Any?) {
      self.value = value
      key = value.map { $0 as? AnyHashable ?? AnyHashable("\($0)") }
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key == rhs.key }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// Creates an expression for the value at a key path.
  public init(forKeyPath path: String) { self.init(.keyPath(path)) }

  /// Creates an expression for an aggregate over a group's objects.
  ///
  /// - Parameters:
  ///   - name: `count:`, `sum:`, `average:`, `min:`, `max:` or `distinct_count:`.
  ///   - arguments: One key path. `count:` also accepts the object itself.
  public init(forFunction name: String, arguments: [FetchExpression]) {
    self.init(.function(name, arguments))
  }

  /// Creates an expression, in a condition on groups, for the value of the
  /// ``NSExpressionDescription`` with a name.
  public init(forVariable name: String) { self.init(.variable(name)) }

  /// Creates an expression for a value that is the same for all objects, or for nil.
  public init(forConstantValue value: Any?) {
    self.init(.constant(Constant(unwrapped(value))))
  }

  /// Creates an expression for a list of values, such as the bounds of a range.
  public init(forAggregate elements: [FetchExpression]) { self.init(.aggregate(elements)) }

  /// Creates an expression from text: a key path, or a function of them such as `canonical:(name)` or
  /// `@sum.pages`.
  package init(text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
      let aggregates = [
        "count": "count:", "sum": "sum:", "avg": "average:", "min": "min:", "max": "max:",
      ]
      let parts = text.split(separator: ".", maxSplits: 1)
      if parts.count == 2, parts[0].hasPrefix("@"),
        let function = aggregates[String(parts[0].dropFirst())]
      {
        self.init(.function(function, [FetchExpression(forKeyPath: String(parts[1]))]))
      } else {
        self.init(.keyPath(text))
      }
      return
    }
    let inside = text[text.index(after: open)...].dropLast()
    self.init(
      .function(
        String(text[..<open]),
        inside.split(separator: ",").map { FetchExpression(text: String($0)) }))
  }

  /// The key path. Nil if the expression is another one.
  public var keyPath: String? {
    guard case .keyPath(let path) = kind else { return nil }
    return path
  }

  /// The value of a constant. Nil for other expressions, too.
  public var constantValue: Any? { constant ?? nil }

  /// The name of a function, such as `count:`, or an empty text for other expressions.
  public var function: String {
    guard case .function(let name, _) = kind else { return "" }
    return name
  }

  /// The arguments of a function. Nil for other expressions.
  public var arguments: [FetchExpression]? {
    guard case .function(_, let arguments) = kind else { return nil }
    return arguments
  }

  /// The name of a variable, or an empty text for other expressions.
  public var variable: String {
    guard case .variable(let name) = kind else { return "" }
    return name
  }

  /// The elements of a list. Nil for other expressions.
  public var collection: Any? {
    guard case .aggregate(let elements) = kind else { return nil }
    return elements
  }

  /// The constant, or nil if the expression is another one.
  var constant: Any?? {
    guard case .constant(let constant) = kind else { return nil }
    return .some(constant.value)
  }

  /// The expression's text, as ``init(text:)`` reads it.
  package var text: String {
    switch kind {
    case .keyPath(let path): path
    case .function(let name, let arguments):
      "\(name)(\(arguments.map(\.text).joined(separator: ",")))"
    case .variable(let name): "$\(name)"
    case .constant(let constant): constant.value.map { "\($0)" } ?? "nil"
    case .object: "SELF"
    case .aggregate(let elements): "{\(elements.map(\.text).joined(separator: ","))}"
    }
  }

  /// An expression for the object itself.
  public static func expressionForEvaluatedObject() -> FetchExpression { FetchExpression(.object) }
}
