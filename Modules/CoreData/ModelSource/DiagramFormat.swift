/// A form that a model can be drawn in.
public enum DiagramFormat: String, Sendable, Hashable, CaseIterable {
  /// A Mermaid class diagram, as text.
  case mermaid
  /// A picture.
  case svg
}
