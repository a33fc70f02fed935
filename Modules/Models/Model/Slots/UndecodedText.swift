public import StrataSQLite

/// The JSON text of a property, as the store has it, until a getter decodes it.
///
/// Most fetched values are never read, and decoding costs many times as much as fetching.
// Used on the isolation of its graph.
@usableFromInline
package final class UndecodedText {
  /// The JSON.
  @usableFromInline let text: String
  // The conformance is captured where the compiler knows it, since it may belong to the main actor.
  private let type: any Decodable.Type
  /// True if a getter failed to decode the text.
  var isUnreadable = false
  /// True if a save has reported the failure.
  ///
  /// A value that is set afterwards no longer counts as derived from the placeholder.
  package var isReported = false

  @usableFromInline
  init(_ text: String, as type: any Decodable.Type) {
    self.text = text
    self.type = type
  }

  /// The note for a value that replaces this text.
  @usableFromInline
  var noteOfReplacement: SlotNote { isUnreadable && !isReported ? .text(self) : .none }

  /// Decodes the value.
  func decode<Value>(as wanted: Value.Type) throws -> Value {
    let type = type
    let value: Value? = try decoded(type, as: wanted)
    guard let value else {
      throw JSONColumn.InvalidDocument(reason: "is no \(wanted)")
    }
    return value
  }

  private func decoded<Found: Decodable, Value>(
    _ type: Found.Type, as wanted: Value.Type
  ) throws -> Value? {
    // The cast is between equal types, for which it copies.
    try JSONColumn.value(of: text, as: type) as? Value
  }
}

extension Row {
  /// Takes the next column's text without decoding it, or returns nil if the value must be decoded
  /// now.
  ///
  /// A value must be decoded now if a getter, which can't throw, would have no placeholder for it.
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
