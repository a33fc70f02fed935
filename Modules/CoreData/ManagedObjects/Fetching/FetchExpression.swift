internal import Foundation

/// An expression in an ``ExpressionDescription`` or a condition on groups.
///
/// It replaces Foundation's `NSExpression`, which isn't implemented outside Apple's platforms.
public struct FetchExpression: Sendable, Hashable {
  indirect enum Kind: Sendable, Hashable {
    case keyPath(String)
    case function(String, [FetchExpression])
    case variable(String)
    case object
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
  /// ``ExpressionDescription`` with a name.
  public init(forVariable name: String) { self.init(.variable(name)) }

  /// Creates an expression from text: a key path, or a function of them such as `canonical:(name)`.
  package init(format: String) {
    let text = format.trimmingCharacters(in: .whitespaces)
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
      self.init(.keyPath(text))
      return
    }
    let inside = text[text.index(after: open)...].dropLast()
    self.init(
      .function(
        String(text[..<open]),
        inside.split(separator: ",").map { FetchExpression(format: String($0)) }))
  }

  /// The expression's text, as ``init(format:)`` reads it.
  package var text: String {
    switch kind {
    case .keyPath(let path): path
    case .function(let name, let arguments):
      "\(name)(\(arguments.map(\.text).joined(separator: ",")))"
    case .variable(let name): "$\(name)"
    case .object: "SELF"
    }
  }

  /// An expression for the object itself.
  public static func expressionForEvaluatedObject() -> FetchExpression { FetchExpression(.object) }
}
