/// A part of a model that generated source can't express, or expresses differently.
public struct ModelNote: Sendable, Hashable {
  /// The severity of a note.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// Stored values aren't affected.
    case note
    /// The classes differ from the model, so the developer should check them.
    case warning
  }

  /// The severity.
  public var severity: Severity
  /// The entity and property that the note is about.
  public var place: ModelPlace
  /// The difference and a remedy, as one sentence.
  public var text: String

  /// Creates a note.
  public init(_ severity: Severity, _ place: ModelPlace, _ text: String) {
    self.severity = severity
    self.place = place
    self.text = text
  }
}

extension ModelNote: CustomStringConvertible {
  /// The entity, the property and the text.
  public var description: String { "\(place): \(text)" }
}
