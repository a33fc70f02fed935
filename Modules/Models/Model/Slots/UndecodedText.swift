public import StrataSQLite

/// The JSON text of a property as the store has it. It is decoded when somebody looks: most of what is
/// fetched is never looked at, and decoding costs many times what fetching does.
// Used on the isolation of its graph.
@usableFromInline
package final class UndecodedText {
  /// The text.
  @usableFromInline let text: String
  // Asked for where the compiler knew it: a conformance may be the main actor's alone.
  private let type: any Decodable.Type
  /// Whether somebody has looked, and it made no value.
  var isUnreadable = false
  /// Whether a save has said so. What is set from then on is no longer made of what stood in for it.
  package var isReported = false

  @usableFromInline
  init(_ text: String, as type: any Decodable.Type) {
    self.text = text
    self.type = type
  }

  /// What stands beside a value that is set in its place.
  @usableFromInline
  var noteOfReplacement: SlotNote { isUnreadable && !isReported ? .text(self) : .none }

  /// Makes the value.
  func decode<Value>(as wanted: Value.Type) throws -> Value {
    guard let value = try decoded(self.type) as? Value else {
      throw JSONColumn.InvalidDocument(reason: "is no \(wanted)")
    }
    return value
  }

  private func decoded(_ type: any Decodable.Type) throws -> Any {
    func decoded<Found: Decodable>(_ type: Found.Type) throws -> Any {
      try JSONColumn.value(of: text, as: type)
    }
    return try decoded(type)
  }
}

extension Row {
  /// Takes the next column's text as it is, of a row that a store has; nil where the value must be
  /// decoded now: a getter, which can't throw, would have nothing to return for a text that makes none.
  @usableFromInline
  mutating func undecoded<Value: Decodable>(
    _ type: Value.Type, hasDefault: Bool
  ) throws -> UndecodedText? {
    guard isStored, !isNull, !decodesAtOnce,
      hasDefault || type is any PlaceholderRepresentable.Type
    else { return nil }
    return UndecodedText(try text(), as: type)
  }
}
