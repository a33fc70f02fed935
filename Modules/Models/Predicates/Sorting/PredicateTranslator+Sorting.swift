package import Foundation
package import StrataModel
package import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateTranslator {
  /// Translates a sort descriptor.
  ///
  /// - Throws: ``PredicateTranslationError/unsupportedSortDescriptor(_:)`` if it has no key path,
  ///   or if its property isn't persisted or has no order in the store.
  package static func translate<T: PersistentModel>(_ sort: SortDescriptor<T>) throws -> Query.Sort
  {
    guard let keyPath = sort.keyPath else {
      throw PredicateTranslationError.unsupportedSortDescriptor("a comparator without a key path")
    }
    let source = _SortSource<T>.of(keyPath)
    let property = source?.keyPath ?? keyPath
    func unsupported() -> PredicateTranslationError {
      let named = ComputedValue.at(property)?.keyPath ?? property
      let words = T._$entity.words(for: named)
      let isEphemeral = T._$entity.property(at: named)?.isEphemeral ?? false
      return .unsupportedSortDescriptor(words + (isEphemeral ? ", which is ephemeral" : ""))
    }
    let subject: Subject
    do {
      subject = try PredicateTranslator().property(of: .object(QueryPath(), T._$entity), property)
    } catch {
      // The key path leads to no persisted property.
      throw unsupported()
    }
    guard case .value(let value) = subject else { throw unsupported() }
    // An enum with its own order of cases is sorted by that order, even if its raw values aren't in
    // it.
    let ranks = try PredicateTranslator().ranks(of: type(of: property).valueType)
    guard ranks != nil || value.meaning != .json else { throw unsupported() }
    let isAscending = sort.order == .forward
    return Query.Sort(
      ranks.map { value.place(in: $0) } ?? value, isAscending: isAscending,
      collation: source?.collation ?? .binary,
      nils: source?.nilsAreGreater == true ? (isAscending ? .last : .first) : nil)
  }
}
