/// A string type, or an optional one, that predicates can compare.
public protocol TextOperand {
  /// The text, or nil if there is none.
  var _$text: String? { get }
}

extension String: TextOperand {
  /// The text itself.
  public var _$text: String? { self }
}

extension Substring: TextOperand {
  /// The text itself.
  public var _$text: String? { String(self) }
}

extension Optional: TextOperand where Wrapped: TextOperand {
  /// The wrapped text, or nil.
  public var _$text: String? { flatMap(\._$text) }
}
