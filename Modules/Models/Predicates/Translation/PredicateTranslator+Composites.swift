import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// Translates a key path into a composite value, or returns nil if the subject is none.
  func compositePart<Root, Value>(
    of subject: Subject, _ keyPath: KeyPath<Root, Value>
  ) throws -> Subject? {
    let type = Root.self as? any CompositeColumnRepresentable.Type
    switch subject {
    case .composite(let path, let property, let columns):
      guard let range = type?.columnRange(at: keyPath), range.upperBound <= columns.count else {
        throw Untranslatable("it is no part that \(Root.self) names in its columnParts")
      }
      // These are the property's own columns. In a hierarchy their names begin with the class's
      // name.
      let part = Array(columns[range])
      guard part.count == 1 else { return .composite(path, property: property, part) }
      return .value(.column(path, .init(property: property, description: part[0])))
    case .value(.column) where type?.columnCount == 1:
      // The part is the value's only column.
      return type?.columnRange(at: keyPath) == nil ? nil : subject
    default: return nil
    }
  }
}
