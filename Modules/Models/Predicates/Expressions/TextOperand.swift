/// A string type, or an optional one, that predicates can compare.
public protocol _TextOperand {
  /// The text, or nil if there is none.
  var _$text: String? { get }
}

extension String: _TextOperand {
  /// The text itself.
  public var _$text: String? { self }
}

extension Substring: _TextOperand {
  /// The text itself.
  public var _$text: String? { String(self) }
}

extension Optional: _TextOperand where Wrapped: _TextOperand {
  /// The wrapped text, or nil.
  public var _$text: String? { flatMap(\._$text) }
}
