package import Foundation
package import StrataModel
package import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// What a sort descriptor becomes.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedSortDescriptor(_:)`` for one that has no key path, or one to
  ///   what isn't persisted or has no order in the store.
  package static func translate<T: PersistentModel>(_ sort: SortDescriptor<T>) throws -> Query.Sort
  {
    guard let keyPath = sort.keyPath else {
      throw PredicateTranslationError.unsupportedSortDescriptor("a comparator without a key path")
    }
    let source = _SortSource<T>.of(keyPath)
    let property = source?.keyPath ?? keyPath
    func unsupported() -> PredicateTranslationError {
      let words = T._$entity.words(for: property)
      let isEphemeral = T._$entity.property(at: property)?.isEphemeral ?? false
      return .unsupportedSortDescriptor(words + (isEphemeral ? ", which is ephemeral" : ""))
    }
    let subject: Subject
    do {
      subject = try PredicateTranslator().property(of: .object(QueryPath(), T._$entity), property)
    } catch {
      // It is no persisted property, or none that the store has.
      throw unsupported()
    }
    guard case .value(let value) = subject else { throw unsupported() }
    // An enum that says how its cases are ordered is sorted so, also where its raw values aren't.
    let ranks = try PredicateTranslator().ranks(of: type(of: property).valueType)
    guard ranks != nil || value.meaning != .json else { throw unsupported() }
    let isAscending = sort.order == .forward
    return Query.Sort(
      ranks.map { value.place(in: $0) } ?? value, isAscending: isAscending,
      collation: source?.collation ?? .binary,
      nils: source?.nilsAreGreater == true ? (isAscending ? .last : .first) : nil)
  }
}
