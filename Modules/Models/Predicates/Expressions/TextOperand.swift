/// A text, or one that may be missing, as predicates compare it.
public protocol TextOperand {
  /// The text; nil where there is none.
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
  /// The wrapped text.
  public var _$text: String? { flatMap(\._$text) }
}
