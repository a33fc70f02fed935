/// The model that a description was taken out of, as it was then. It is no part of what the description says:
/// two descriptions are equal whatever models they are of.
struct Origin: Sendable, Hashable {
  private let box: Box?

  private final class Box: Sendable {
    let model: ManagedObjectModel

    init(_ model: ManagedObjectModel) { self.model = model }
  }

  /// No model.
  static let none = Origin(box: nil)

  private init(box: Box?) { self.box = box }

  // Entities that knew of a model would keep it for as long as this one, and that one others.
  init(_ model: ManagedObjectModel) { box = Box(model.forgettingOrigins()) }

  /// Whether there is a model.
  var isKnown: Bool { box != nil }

  /// The model; nil for a description that was made by itself.
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
