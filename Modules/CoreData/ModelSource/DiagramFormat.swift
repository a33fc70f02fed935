/// The format of a model's diagram.
public enum DiagramFormat: String, Sendable, Hashable, CaseIterable {
  /// A Mermaid class diagram, as text.
  case mermaid
  /// An SVG picture.
  case svg
}
