/// What is wrong with a value that must hold something and doesn't.
public enum EmptyError: Error, Equatable, Hashable, Sendable {
  /// A collection has no element; `type` is the collection's type, as Swift writes it.
  case collectionIsEmpty(type: String)
  /// A string has no character.
  case stringIsEmpty
  /// A string has characters, but none that a person could see.
  case stringIsBlank
}

extension EmptyError: CustomStringConvertible {
  /// What is wrong and what to do, for a person to read.
  public var description: String {
    switch self {
    case .collectionIsEmpty(let type):
      "The \(type) is empty: give at least one element."
    case .stringIsEmpty:
      "The text is empty: give at least one visible character."
    case .stringIsBlank:
      "The text has only blank or invisible characters: give at least one visible character."
    }
  }
}
