/// A function that predicates as text can call.
///
/// Its raw value is its name, as `NSExpression` has it but without the last colon.
public enum ExpressionFunction: String, Sendable, Hashable, CaseIterable {
  /// The mean of a collection or of the arguments.
  case average
  /// The sum of a collection or of the arguments.
  case sum
  /// The number of members of a collection.
  case count
  /// The smallest of a collection or of the arguments.
  case min
  /// The largest of a collection or of the arguments.
  case max
  /// The middle value of a collection or of the arguments.
  case median
  /// The most frequent value of a collection or of the arguments.
  case mode
  /// The standard deviation of a collection or of the arguments.
  case standardDeviation = "stddev"
  /// The first number plus the second.
  case add = "add:to"
  /// The first number minus the second.
  case subtract = "from:subtract"
  /// The first number times the second.
  case multiply = "multiply:by"
  /// The first number divided by the second.
  case divide = "divide:by"
  /// The remainder of the first number divided by the second.
  case modulus = "modulus:by"
  /// The square root.
  case squareRoot = "sqrt"
  /// The logarithm to base 10.
  case commonLogarithm = "log"
  /// The natural logarithm.
  case naturalLogarithm = "ln"
  /// The first number to the power of the second.
  case raise = "raise:toPower"
  /// *e* to the power of the number.
  case exponential = "exp"
  /// The number rounded down.
  case floor
  /// The number rounded up.
  case ceiling
  /// The number without its sign.
  case absolute = "abs"
  /// The number without its fraction.
  case truncate = "trunc"
  /// The string in upper case.
  case uppercase
  /// The string in lower case.
  case lowercase
  /// The string without case and diacritics.
  case canonical
  /// The number of characters in the string.
  case length
  /// A random number, below the argument if there is one.
  case random
  /// The current date.
  case now
  /// The bits set in both numbers.
  case bitwiseAnd = "bitwiseAnd:with"
  /// The bits set in either number.
  case bitwiseOr = "bitwiseOr:with"
  /// The bits set in one number but not in the other.
  case bitwiseXor = "bitwiseXor:with"
  /// The first number's bits shifted to the left.
  case leftShift = "leftshift:by"
  /// The first number's bits shifted to the right.
  case rightShift = "rightshift:by"
  /// The number's bits inverted.
  case onesComplement
  /// The first argument cast to the type that the second one names, such as `"NSDate"`.
  case cast = "CAST"

  /// The number of arguments that the function accepts.
  public var argumentCount: ClosedRange<Int> {
    switch self {
    case .now: 0...0
    case .random: 0...1
    case .average, .sum, .min, .max, .median, .mode, .standardDeviation: 1...Int.max
    case .cast: 2...2
    default: rawValue.contains(":") ? 2...2 : 1...1
    }
  }
}

extension ExpressionFunction {
  private static let byLowercasedName: [String: ExpressionFunction] = {
    var names: [String: ExpressionFunction] = ["avg": .average, "ceil": .ceiling]
    for function in allCases {
      names[function.rawValue.lowercased()] = function
    }
    return names
  }()

  /// Finds a function by its name without the last colon, in any case.
  init?(name: String) {
    guard let function = Self.byLowercasedName[name.lowercased()] else { return nil }
    self = function
  }

  /// The name, with a final colon if it has several words.
  var spelling: String { rawValue.contains(":") ? rawValue + ":" : rawValue }
}
