public import Foundation

/// The identity of a context and its author.
public struct EditingState: Sendable, Hashable, Identifiable {
  /// The identifier of the context.
  public let id: UUID
  /// The author of the context's saves.
  public var author: String?
}

extension ModelContext {
  /// The context's identity and author.
  public var editingState: EditingState { EditingState(id: editingIdentifier, author: author) }
}
