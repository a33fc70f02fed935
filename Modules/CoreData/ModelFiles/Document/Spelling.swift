/// An attribute value that a file writes differently than the current editor would.
///
/// `defaultValueString="0"` and `"0.0"` are the same default, `optional="NO"` equals a missing
/// attribute, and older editors wrote `syncable="YES"` everywhere. The document preserves the
/// difference as long as the value is unchanged, so that it writes what it has read.
struct Spelling: Sendable, Hashable {
  /// The value in the current editor's format, or nil for a missing attribute.
  var usual: String?
  /// The value in the file, or nil for a missing attribute.
  var written: String?
}

/// The path of an element in a model file: the kinds and names of its ancestors and itself.
struct ElementPlace: Sendable, Hashable {
  private var steps: [String]

  static let model = ElementPlace(steps: [])

  private init(steps: [String]) { self.steps = steps }

  /// Returns the path of a child element.
  func element(_ kind: ElementKind, _ name: String) -> ElementPlace {
    ElementPlace(steps: steps + [kind.rawValue, name])
  }
}
