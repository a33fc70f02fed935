public import Foundation

/// A predicate that compares two expressions, made without a format string.
///
///     ComparisonPredicate(
///       leftExpression: FetchExpression(forKeyPath: "name"),
///       rightExpression: FetchExpression(forConstantValue: "A"),
///       modifier: .direct, type: .beginsWith, options: .caseInsensitive)
///
/// It replaces Foundation's `NSComparisonPredicate`, which has no initializer outside Apple's platforms.
/// An expression that the language of predicates doesn't have is an error of the fetch.
public final class ComparisonPredicate: NSPredicate {
  // The raw values are those of Foundation's public header `NSComparisonPredicate.h`.

  /// How two values are compared.
  public enum Operator: UInt, Sendable {
    /// The first comes before the second.
    case lessThan = 0
    /// The first comes before the second, or they are equal.
    case lessThanOrEqualTo
    /// The first comes behind the second.
    case greaterThan
    /// The first comes behind the second, or they are equal.
    case greaterThanOrEqualTo
    /// They are equal.
    case equalTo
    /// They are different.
    case notEqualTo
    /// The whole text fits a regular expression.
    case matches
    /// The whole text fits a pattern with `*` and `?`.
    case like
    /// The text begins with another.
    case beginsWith
    /// The text ends with another.
    case endsWith
    /// The value is in a list, or the text is part of another.
    case `in`
    /// A selector compares them. There are none on Linux, so this is an error of the fetch.
    case customSelector
    /// The list has the value, or the text another.
    case contains = 99
    /// The value is between two bounds, or equal to one.
    case between
  }

  /// If the value is compared, or if all or some values of a to-many relationship have to meet the
  /// condition.
  public enum Modifier: UInt, Sendable {
    /// The value is compared.
    case direct = 0
    /// All values have to meet the condition.
    case all
    /// One value has to meet the condition.
    case any
  }

  /// The differences between texts that don't count.
  public struct Options: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upper and lower case are the same.
    public static let caseInsensitive = Options(rawValue: 1)
    /// Letters with and without accents are the same.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// The texts are compared by their bytes, as they are.
    public static let normalized = Options(rawValue: 4)
  }

  /// The expression before the operator.
  public let leftExpression: FetchExpression
  /// The expression behind the operator.
  public let rightExpression: FetchExpression
  /// Which values have to meet the condition.
  public let comparisonPredicateModifier: Modifier
  /// How the values are compared.
  public let predicateOperatorType: Operator
  /// The differences that don't count.
  public let options: Options
  /// The same condition as text with arguments, which evaluates it.
  let formatted: FormatPredicate

  /// Creates a predicate that compares two expressions.
  public init(
    leftExpression: FetchExpression, rightExpression: FetchExpression,
    modifier: Modifier = .direct, type: Operator, options: Options = []
  ) {
    self.leftExpression = leftExpression
    self.rightExpression = rightExpression
    comparisonPredicateModifier = modifier
    predicateOperatorType = type
    self.options = options
    var format = Self.words(of: modifier)
    var arguments: [Any?] = []
    leftExpression.write(to: &format, &arguments)
    format += " " + Self.symbol(of: type) + Self.letters(of: options) + " "
    rightExpression.write(to: &format, &arguments)
    formatted = FormatPredicate(format, arguments)
    super.init(value: false)
  }

  /// Returns nil: the expressions can't be archived.
  public required init?(coder: NSCoder) { nil }

  /// Returns self, since predicates are immutable.
  public override func copy(with zone: NSZone? = nil) -> Any { self }

  /// True for a predicate that compares the same expressions in the same way.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ComparisonPredicate else { return false }
    return formatted.isEqual(other.formatted)
  }

  /// The hash value.
  public override var hash: Int { formatted.hash }

  /// The predicate's text, such as `name BEGINSWITH[c] "A"`.
  public override var predicateFormat: String {
    let symbol = Self.symbol(of: predicateOperatorType) + Self.letters(of: options)
    return Self.words(of: comparisonPredicateModifier)
      + "\(leftExpression.predicateText) \(symbol) \(rightExpression.predicateText)"
  }

  /// The predicate's text.
  public override var description: String { predicateFormat }

  /// True if a managed object meets the predicate. It stops the program for any other value.
  ///
  /// If the predicate can't be evaluated, it returns false, and the next save of the object's context
  /// throws the error.
  public override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    formatted.evaluate(with: object, substitutionVariables: substitutionVariables)
  }

  /// True if a managed object meets the predicate. It stops the program for any other value.
  public override func evaluate(with object: Any?) -> Bool { formatted.evaluate(with: object) }

  private static func words(of modifier: Modifier) -> String {
    switch modifier {
    case .direct: ""
    case .all: "ALL "
    case .any: "ANY "
    }
  }

  private static func symbol(of type: Operator) -> String {
    switch type {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    // The word isn't in the language, and the error names it.
    case .customSelector: "CUSTOMSELECTOR"
    }
  }

  private static func letters(of options: Options) -> String {
    var letters = ""
    if options.contains(.caseInsensitive) { letters += "c" }
    if options.contains(.diacriticInsensitive) { letters += "d" }
    if options.contains(.normalized) { letters += "n" }
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}

extension NSPredicate {
  /// The predicate as one that is parsed from text, or itself if it isn't made of text or expressions.
  var textual: NSPredicate { (self as? ComparisonPredicate)?.formatted ?? self }
}

extension FetchExpression {
  /// Adds the expression to a format string and its arguments.
  fileprivate func write(to format: inout String, _ arguments: inout [Any?]) {
    switch kind {
    case .keyPath(let path):
      format += "%K"
      arguments.append(path)
    case .constant(let constant):
      format += "%@"
      arguments.append(Self.plain(constant.value))
    case .variable(let name): format += "$\(name)"
    case .object: format += "SELF"
    case .aggregate(let elements):
      format += "{"
      elements.write(to: &format, &arguments)
      format += "}"
    case .function("count:", let operands) where operands.count == 1:
      operands[0].write(to: &format, &arguments)
      format += ".@count"
    case .function(let name, let operands):
      format += "\(name)("
      operands.write(to: &format, &arguments)
      format += ")"
    }
  }

  /// A constant whose elements may be expressions of constants, as programs make ranges.
  private static func plain(_ value: Any?) -> Any? {
    guard let elements = value as? [Any] else { return value }
    return elements.map { element in
      guard let expression = element as? FetchExpression, let constant = expression.constant
      else { return element }
      return constant ?? NSNull()
    }
  }

  /// The expression in the language of predicates, for people.
  fileprivate var predicateText: String {
    switch kind {
    case .constant(let constant):
      ConstantText.of(Self.plain(constant.value))
    case .aggregate(let elements):
      "{" + elements.map(\.predicateText).joined(separator: ", ") + "}"
    default: text
    }
  }
}

extension [FetchExpression] {
  /// Adds the expressions to a format string and its arguments, with commas between them.
  fileprivate func write(to format: inout String, _ arguments: inout [Any?]) {
    for (index, expression) in enumerated() {
      if index > 0 { format += ", " }
      expression.write(to: &format, &arguments)
    }
  }
}
