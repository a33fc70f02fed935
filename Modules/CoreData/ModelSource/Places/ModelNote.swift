/// What a source that is written of a model can't say, or says otherwise.
public struct ModelNote: Sendable, Hashable {
  /// How much it matters.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Nothing that a store keeps is different.
    case note
    /// The classes say something else than the model, so somebody has to look.
    case warning
  }

  /// How much it matters.
  public var severity: Severity
  /// Where.
  public var place: ModelPlace
  /// What, and what to do, in a sentence.
  public var text: String

  /// Notes something.
  public init(_ severity: Severity, _ place: ModelPlace, _ text: String) {
    self.severity = severity
    self.place = place
    self.text = text
  }
}

extension ModelNote: CustomStringConvertible {
  /// The place and the text.
  public var description: String { "\(place): \(text)" }
}
