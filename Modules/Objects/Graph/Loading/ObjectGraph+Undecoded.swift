package import StrataModel
package import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Records that the JSON of a property can't be decoded.
  package func recordUndecodable(
    _ model: any PersistentModel, _ property: PropertyIndex, _ text: UndecodedText,
    _ error: any Error
  ) {
    recordFailure(model, property, error) { [self] in try decodeAgain(property, of: model) }
    deliverNotices()
  }

  /// Retries decoding in a save.
  ///
  /// A value that was set before the failure was reported may be based on the placeholder, as with
  /// `object.place.town = "…"`. The save doesn't write it. It has to be set again after a save has
  /// thrown the error.
  private func decodeAgain(_ property: PropertyIndex, of model: any PersistentModel) throws {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    var decode = DecodeText()
    model._$visit(property, &decode)
    guard let text = decode.text, let error = decode.error else { return }
    defer { text.isReported = true }
    guard !decode.isReplaced, !model._$state.changed.contains(property) else { throw error }
    // Another context may have repaired the stored value.
    try reading {
      let table = entities[model._$state.entity].table
      guard let row = try reader.storedRows([model._$state.key], of: table).first else { return }
      var columns = row.row(PropertySet(property))
      try model._$take(&columns)
    }
    var again = DecodeText()
    model._$visit(property, &again)
    guard let error = again.error else {
      recordValues(of: model, PropertySet(property))
      return
    }
    again.text?.isReported = true
    throw error
  }
}
