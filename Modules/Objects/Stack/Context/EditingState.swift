public import Foundation

/// Names a context and its author.
public struct EditingState: Sendable, Hashable, Identifiable {
  /// Tells this context from others.
  public let id: UUID
  /// Who writes.
  public var author: String?
}

extension ModelContext {
  /// The context's name and author.
  public var editingState: EditingState { EditingState(id: editingIdentifier, author: author) }
}
