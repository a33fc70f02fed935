import StrataSchema
import StrataSQLite

extension PersistentModel {
  /// Decodes a property's stored JSON, for a getter.
  ///
  /// The context records a value that can't be decoded (``ModelContext/readFailures``), and saves
  /// nothing until it could be decoded or was set.
  func _$decode(_ property: PropertyIndex) {
    var decode = DecodeText()
    _$visit(property, &decode)
    guard let text = decode.text, let error = decode.error, !decode.isReplaced else { return }
    guard let graph = _$state.modelGraph else { return }
    graph.recordUndecodable(self, property, text, error)
  }
}

/// Decodes the text of a slot that has one.
package struct DecodeText: LinkVisitor {
  /// The undecodable text.
  package private(set) var text: UndecodedText?
  /// The error of decoding.
  package private(set) var error: (any Error)?
  /// True if the property has another value since.
  package private(set) var isReplaced = false

  package init() {}

  package mutating func value<Value>(of text: AnyObject, isReplaced: Bool) -> Value? {
    guard let found = text as? UndecodedText else { return nil }
    self.isReplaced = isReplaced
    do {
      let value = try found.decode(as: Value.self)
      // The value that was set instead isn't overwritten.
      return isReplaced ? nil : value
    } catch {
      found.isUnreadable = true
      self.text = found
      self.error = error
      return nil
    }
  }
}
