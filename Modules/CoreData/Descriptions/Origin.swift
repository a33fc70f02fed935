/// A reference from a description to a copy of its model. Descriptions are equal regardless of it.
struct Origin: Sendable, Hashable {
  private let box: Box?

  private final class Box: Sendable {
    let model: ManagedObjectModel

    init(_ model: ManagedObjectModel) { self.model = model }
  }

  /// No model.
  static let none = Origin(box: nil)

  private init(box: Box?) { self.box = box }

  // A model's own entities must not refer to older models: each model would otherwise retain all
  // earlier ones.
  init(_ model: ManagedObjectModel) { box = Box(model.forgettingOrigins()) }

  /// True if there is a model.
  var isKnown: Bool { box != nil }

  /// The model, or nil for a description that wasn't taken from one.
  var model: ManagedObjectModel? { box?.model }

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension EntityDescription {
  func taken(from origin: Origin) -> EntityDescription {
    var copy = self
    copy.origin = origin
    return copy
  }
}
