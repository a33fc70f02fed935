import StrataSchema
import StrataSQLite

extension PersistentModel {
  /// Makes the value of a property that is kept as JSON, for a getter.
  ///
  /// What makes no value is remembered by the context (``ModelContext/readFailures``), which saves nothing
  /// until it could be read, or was set anew.
  func _$decode(_ property: PropertyIndex) {
    var decode = DecodeText()
    _$visit(property, &decode)
    guard let text = decode.text, let error = decode.error, !decode.isReplaced else { return }
    guard let graph = _$state.modelGraph else { return }
    graph.recordUndecodable(self, property, text, error)
  }
}

/// Makes the value of a text, where there is one.
package struct DecodeText: LinkVisitor {
  /// The text that made no value, or whose value was replaced by another.
  package private(set) var text: UndecodedText?
  /// Why it made none.
  package private(set) var error: (any Error)?
  /// Whether the property was given another value since.
  package private(set) var isReplaced = false

  package init() {}

  package mutating func value<Value>(of text: AnyObject, isReplaced: Bool) -> Value? {
    guard let found = text as? UndecodedText else { return nil }
    self.isReplaced = isReplaced
    do {
      let value = try found.decode(as: Value.self)
      // What was set in its place stays.
      return isReplaced ? nil : value
    } catch {
      found.isUnreadable = true
      self.text = found
      self.error = error
      return nil
    }
  }
}
