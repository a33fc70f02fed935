/// How a file says a value that the editor of today would say otherwise.
///
/// `defaultValueString="0"` and `"0.0"` are one default of a double, `optional="NO"` is the same as nothing,
/// older editors wrote `syncable="YES"` everywhere. A document keeps the difference, so that it writes what
/// it has read; but only as long as the value is the same.
struct Spelling: Sendable, Hashable {
  /// The text of the value in the form of today; nil for no attribute.
  var usual: String?
  /// The text in the file; nil for no attribute.
  var written: String?
}

/// An element of a model file, by the kinds and names on the way to it.
struct ElementPlace: Sendable, Hashable {
  private var steps: [String]

  static let model = ElementPlace(steps: [])

  private init(steps: [String]) { self.steps = steps }

  /// The place of an element in this one.
  func element(_ kind: ElementKind, _ name: String) -> ElementPlace {
    ElementPlace(steps: steps + [kind.rawValue, name])
  }
}
