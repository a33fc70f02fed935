package import StrataModel
package import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Remembers that the JSON of a property makes no value.
  package func recordUndecodable(
    _ model: any PersistentModel, _ property: PropertyIndex, _ text: UndecodedText,
    _ error: any Error
  ) {
    recordFailure(model, property, error) { [self] in try decodeAgain(property, of: model) }
    deliverNotices()
  }

  /// Tries once more what couldn't be decoded, in a save.
  ///
  /// A value that was set before anybody was told may be made of what stood in for the stored one, as
  /// `object.place.town = "…"` makes one. It isn't written: it has to be set again, once a save has said
  /// what is wrong.
  private func decodeAgain(_ property: PropertyIndex, of model: any PersistentModel) throws {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    var decode = DecodeText()
    model._$visit(property, &decode)
    guard let text = decode.text, let error = decode.error else { return }
    defer { text.isReported = true }
    guard !decode.isReplaced, !model._$state.changed.contains(property) else { throw error }
    // Somebody may have mended it meanwhile.
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
