/// A difference between two versions of a model, with its effect on an inferred migration.
public struct ModelChange: Sendable, Hashable {
  /// The effect of a change on an inferred, lightweight migration.
  public enum Effect: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// A store of the old version needs no migration.
    case none
    /// The migration can be inferred without loss.
    case inferred
    /// The migration can be inferred, but stored values are lost.
    case loses
    /// The migration can't be inferred, so the developer has to write it.
    case refused

    /// Compares the severity of two effects.
    public static func < (one: Effect, other: Effect) -> Bool { one.rawValue < other.rawValue }
  }

  /// The effect on an inferred migration.
  public var effect: Effect
  /// The entity and property, by their new names unless they were removed.
  public var place: ModelPlace
  /// The difference, and the reason or remedy if the migration can't be inferred. One sentence.
  public var text: String

  /// Creates a change.
  public init(_ effect: Effect, _ place: ModelPlace, _ text: String) {
    self.effect = effect
    self.place = place
    self.text = text
  }
}

extension ModelChange.Effect: CustomStringConvertible {
  /// The effect as a word: `none`, `inferred`, `loses`, `refused`.
  public var description: String {
    switch self {
    case .none: "none"
    case .inferred: "inferred"
    case .loses: "loses"
    case .refused: "refused"
    }
  }
}

extension ModelChange: CustomStringConvertible {
  /// The change as text, such as `inferred: Trip.days: is new`.
  public var description: String { "\(effect): \(place): \(text)" }
}
