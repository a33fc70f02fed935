/// One difference between two versions of a model, and what an inferred migration makes of it.
public struct ModelChange: Sendable, Hashable {
  /// What an inferred, lightweight migration does about a change.
  public enum Effect: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing: a store of the old version is one of the new version.
    case none
    /// All that is needed.
    case inferred
    /// What it can, but values that a store has are gone afterwards.
    case loses
    /// It can't: somebody has to say what becomes of the objects.
    case refused

    /// Whether one is less than another.
    public static func < (one: Effect, other: Effect) -> Bool { one.rawValue < other.rawValue }
  }

  /// What an inferred migration does about it.
  public var effect: Effect
  /// Where, by the new names, unless it is gone.
  public var place: ModelPlace
  /// What is different, and why that can't be inferred or what to do, in a sentence.
  public var text: String

  /// Describes a change.
  public init(_ effect: Effect, _ place: ModelPlace, _ text: String) {
    self.effect = effect
    self.place = place
    self.text = text
  }
}

extension ModelChange.Effect: CustomStringConvertible {
  /// The word for it: `none`, `inferred`, `loses`, `refused`.
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
  /// `inferred: Trip.days: is new`.
  public var description: String { "\(effect): \(place): \(text)" }
}
