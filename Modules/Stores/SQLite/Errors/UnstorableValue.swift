/// A value that no column can hold.
public enum UnstorableValue: Error, Sendable, Hashable, CustomStringConvertible {
  /// NaN, which SQL would read back as no value.
  case notANumber
  /// A value of a type that has no place in a store.
  case unknownType(String)

  /// A description of the error.
  public var description: String {
    switch self {
    case .notANumber: "NaN can't be stored; use nil for a missing number"
    case .unknownType(let type): "a \(type) has no place in a store; make it Codable"
    }
  }
}
