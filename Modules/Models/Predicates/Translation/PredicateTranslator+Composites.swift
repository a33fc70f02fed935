import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// Goes from a composite value to a part of it; nil for what is no composite value.
  func compositePart<Root, Value>(
    of subject: Subject, _ keyPath: KeyPath<Root, Value>
  ) throws -> Subject? {
    let type = Root.self as? any CompositeColumnRepresentable.Type
    switch subject {
    case .composite(let path, let property, let columns):
      guard let range = type?.columnRange(at: keyPath), range.upperBound <= columns.count else {
        throw Untranslatable("it is no part that \(Root.self) names in its columnParts")
      }
      // The property's own columns: in a hierarchy they have the class's name before them.
      let part = Array(columns[range])
      guard part.count == 1 else { return .composite(path, property: property, part) }
      return .value(.column(path, .init(property: property, description: part[0])))
    case .value(.column) where type?.columnCount == 1:
      // The value is its only part.
      return type?.columnRange(at: keyPath) == nil ? nil : subject
    default: return nil
    }
  }
}
