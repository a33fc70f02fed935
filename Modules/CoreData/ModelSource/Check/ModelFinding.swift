/// A part of a model that works but may not be as intended.
public struct ModelFinding: Sendable, Hashable {
  /// The severity of a finding.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Useful to know.
    case note
    /// Probably not intended.
    case warning
    /// Doesn't work.
    case error
  }

  /// The rule that a finding comes from.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// A problem that prevents opening a store, or makes it difficult. See
    /// `ManagedObjectModel.problems()`.
    case problem
    /// A relationship without an inverse.
    case missingInverse = "missing-inverse"
    /// A class's relationship whose inverse is inferred and not declared.
    case unstatedInverse = "unstated-inverse"
    /// A delete rule that leaves links to deleted objects.
    case danglingLinks = "dangling-links"
    /// A name that is a Swift keyword or already a member of every object.
    case takenName = "taken-name"
    /// Names that differ only in case.
    case similarNames = "similar-names"
    /// A predicate whose properties have no index.
    case missingIndex = "missing-index"
    /// An index in the form used before fetch indexes.
    case legacyIndex = "legacy-index"
    /// A feature that CloudKit doesn't support.
    case cloudKit = "cloudkit"
  }

  /// The severity.
  public var severity: Severity
  /// The rule that the finding comes from.
  public var rule: Rule
  /// The entity and property that the finding is about.
  public var place: ModelPlace
  /// The problem and a remedy, as one sentence.
  public var text: String

  /// Creates a finding.
  public init(_ severity: Severity, _ rule: Rule, _ place: ModelPlace, _ text: String) {
    self.severity = severity
    self.rule = rule
    self.place = place
    self.text = text
  }
}

extension ModelFinding: CustomStringConvertible {
  /// The finding as text, such as `warning: Trip.stops: … [missing-inverse]`.
  public var description: String { "\(severity.rawValue): \(place): \(text) [\(rule.rawValue)]" }
}
