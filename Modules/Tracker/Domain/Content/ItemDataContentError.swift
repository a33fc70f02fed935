public import Foundation

/// An error of parts that don't make a valid `ItemDataContent`.
public enum ItemDataContentError: Error, Equatable, Hashable, Sendable {
  /// No kind has this name.
  case kindIsUnknown(String)
  /// The kind needs a part that is missing.
  case partIsMissing(ItemDataContent.Part, kind: ItemDataContent.Kind)
  /// The content has a part that its kind doesn't have.
  case partIsSuperfluous(ItemDataContent.Part, kind: ItemDataContent.Kind)
  /// A value or date is infinite or NaN.
  case partIsNotFinite(ItemDataContent.Part, kind: ItemDataContent.Kind)
  /// The interval starts after its end.
  case startIsAfterEnd(start: Date, end: Date, kind: ItemDataContent.Kind)
}

extension ItemDataContentError: CustomStringConvertible {
  /// The message for people: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .kindIsUnknown(let name):
      let names = ItemDataContent.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      return "There is no kind of content named \(name.debugDescription): use one of \(names)."
    case .partIsMissing(let part, let kind):
      return "A content of kind \(kind) needs \(part): give it."
    case .partIsSuperfluous(let part, let kind):
      return "A content of kind \(kind) has no \(part): leave it out, or use another kind."
    case .partIsNotFinite(let part, let kind):
      return "The \(part) of a content of kind \(kind) isn't finite: give one that is."
    case .startIsAfterEnd(let start, let end, let kind):
      let reason = PairDateError.startIsAfterEnd(start: start, end: end)
      return "A content of kind \(kind) has its dates in the wrong order. \(reason)"
    }
  }
}
