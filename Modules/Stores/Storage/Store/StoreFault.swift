/// Something in a store that isn't as it should be.
public struct StoreFault: Sendable, Hashable {
  /// The kind of a fault.
  public enum Kind: String, Sendable, Hashable {
    /// The file's own structure is damaged.
    case file
    /// A row has a key, or leads to one, that no object can have.
    case key
    /// A link leads to a row that isn't there.
    case danglingLink = "dangling link"
    /// The two ends of a relationship disagree.
    case inverse
    /// A row's columns make no valid value.
    case value
    /// A search index hasn't the words of the objects' texts.
    case search
    /// The history has a gap, or an entry that can't be read.
    case history
  }

  /// The kind of the fault.
  public let kind: Kind
  /// The object, table or entry.
  public let place: String
  /// A description of the fault.
  public let message: String

  /// Describes a fault.
  public init(kind: Kind, place: String, message: String) {
    self.kind = kind
    self.place = place
    self.message = message
  }
}
