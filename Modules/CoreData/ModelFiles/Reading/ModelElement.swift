/// An element of a file, as parsed.
final class ModelElement {
  let name: String
  let attributes: [String: String]
  /// The line on which the start tag ends.
  let line: Int
  var children: [ModelElement] = []

  init(name: String, attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  subscript(_ attribute: String) -> String? { attributes[attribute] }
}
