/// Something in a model that works, but may not do what was meant.
public struct ModelFinding: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Worth to know.
    case note
    /// Probably not what was meant.
    case warning
    /// It can't work.
    case error
  }

  /// Which rule a finding comes from.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// What a store can't be opened with, or hardly; see `ManagedObjectModel.problems()`.
    case problem
    /// A relationship without the way back.
    case missingInverse = "missing-inverse"
    /// A relationship of a class whose inverse nobody stated.
    case unstatedInverse = "unstated-inverse"
    /// A delete rule that leaves links to what is gone.
    case danglingLinks = "dangling-links"
    /// A name that is a word of Swift, or that objects have already.
    case takenName = "taken-name"
    /// Names that differ in case alone.
    case similarNames = "similar-names"
    /// A condition that no index serves.
    case missingIndex = "missing-index"
    /// An index in the form before fetch indexes.
    case legacyIndex = "legacy-index"
    /// What CloudKit doesn't take.
    case cloudKit = "cloudkit"
  }

  /// How much it matters.
  public var severity: Severity
  /// Which rule it comes from.
  public var rule: Rule
  /// Where.
  public var place: ModelPlace
  /// What is the matter and what to do, in a sentence.
  public var text: String

  /// Finds something.
  public init(_ severity: Severity, _ rule: Rule, _ place: ModelPlace, _ text: String) {
    self.severity = severity
    self.rule = rule
    self.place = place
    self.text = text
  }
}

extension ModelFinding: CustomStringConvertible {
  /// `warning: Trip.stops: … [missing-inverse]`.
  public var description: String { "\(severity.rawValue): \(place): \(text) [\(rule.rawValue)]" }
}
