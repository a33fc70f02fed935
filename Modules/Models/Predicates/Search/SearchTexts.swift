package import StrataModel
package import StrataQuery
import StrataSQLite
import StrataSchema

/// Reads the texts of objects that a search is about, and tests them in memory.
package final class SearchTexts {
  package let search: SearchCondition
  private let columns: [ColumnReader]
  private let matcher: SearchMatcher

  package init(_ search: SearchCondition) {
    self.search = search
    columns = search.columns.map { ColumnReader($0) }
    matcher = SearchMatcher(search)
  }

  /// The texts of an object, in the order of the search's columns.
  package func texts(of model: any PersistentModel) throws -> [String?] {
    try columns.map { column in
      if case .text(let text) = try column.value(of: model) { text } else { nil }
    }
  }

  /// True if the search finds an object, as it is in memory.
  package func finds(_ model: any PersistentModel) throws -> Bool {
    try matcher.matches(texts(of: model))
  }

  /// The position of a property among the columns, or nil if it isn't searched.
  package func index(of property: String) -> Int? {
    search.columns.firstIndex { $0.property == property }
  }

  /// An object's text with marks around each word that is searched for. Nil if there is no text.
  package func highlight(
    _ column: Int, of model: any PersistentModel, prefix: String, suffix: String
  ) throws -> String? {
    let texts = try texts(of: model)
    return try matcher.highlight(column, of: texts, prefix: prefix, suffix: suffix)
      ?? texts[column]
  }

  /// The part of an object's text with the most words that are searched for. Nil if there is no text.
  package func snippet(
    _ column: Int, of model: any PersistentModel, prefix: String, suffix: String,
    ellipsis: String, count: Int
  ) throws -> String? {
    let texts = try texts(of: model)
    return try matcher.snippet(
      column, of: texts, prefix: prefix, suffix: suffix, ellipsis: ellipsis, count: count)
      ?? texts[column]
  }
}

extension SearchCondition {
  /// Parses a search of a class's objects.
  ///
  /// - Throws: `SearchError`, and ``PredicateTranslationError/unsupportedPredicate(_:)`` for a class
  ///   without a search index.
  package init(_ text: String, of entity: _ModelEntity) throws {
    guard let (owner, index) = try entity.search() else {
      throw PredicateTranslationError.unsupportedPredicate(
        "a search for \(text.debugDescription), since \(entity.name) declares no #Search")
    }
    let columns = index.properties.compactMap { name -> QueryExpression.ColumnReference? in
      guard let property = owner.properties.first(where: { $0.name == name }),
        case .attribute(_, let columns, _, _) = property.kind, let column = columns.first
      else { return nil }
      return .init(property: name, description: column)
    }
    try self.init(text, index, of: owner.name, columns)
  }
}
