/// An error of a snapshot, with the path of the member in the decoded text.
public enum SnapshotError: Error, Sendable, Hashable {
  /// The model has no such property, or its snapshot leaves the property out.
  case unknownMember(model: String, path: String)
  /// The member is missing, and its property has no initial value.
  case missingMember(model: String, path: String)
  /// The value of the member is none of its property's type.
  case invalidMember(model: String, path: String, reason: String)
  /// A constant of an existing object can't get another value.
  case constant(model: String, member: String)
  /// The object contains itself, or more than 100 objects within each other.
  case tooDeep(model: String)
  /// Objects can be found by their identifiers only for an object that was inserted into a context.
  case noContext(model: String, member: String)
}

extension SnapshotError: CustomStringConvertible {
  /// A description of the error with the member, and what to do about it.
  public var description: String {
    switch self {
    case .unknownMember(let model, let path):
      "a snapshot of \(model) has no member '\(path)'; leave it out"
    case .missingMember(let model, let path):
      "a snapshot of \(model) needs the member '\(path)'"
    case .invalidMember(let model, let path, let reason):
      "'\(path)' is no value for a snapshot of \(model): \(reason)"
    case .constant(let model, let member):
      "'\(member)' of an existing \(model) is a constant; leave its value as it is"
    case .tooDeep(let model):
      "a snapshot of \(model) contains itself or too many others; exclude or identify a relationship"
    case .noContext(let model, let member):
      "'\(member)' names objects by identifiers; insert the \(model) into a context first"
    }
  }
}
