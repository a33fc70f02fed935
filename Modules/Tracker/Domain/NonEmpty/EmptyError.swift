/// The error of an empty value that must not be empty.
public enum EmptyError: Error, Equatable, Hashable, Sendable {
  /// A collection has no element. `type` is the collection's type in Swift's notation.
  case collectionIsEmpty(type: String)
  /// A string has no character.
  case stringIsEmpty
  /// A string has characters, but no visible one.
  case stringIsBlank
}

extension EmptyError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do.
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
