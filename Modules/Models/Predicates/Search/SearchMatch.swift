public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// A test that a class's search index finds an object.
  public struct SearchMatch<Root: PredicateExpression, Search: PredicateExpression>:
    PredicateExpression
  where Search.Output == String {
    /// True if the search finds the object.
    public typealias Output = Bool
    /// The object.
    public let root: Root
    /// The search.
    public let search: Search

    init(root: Root, search: Search) {
      self.root = root
      self.search = search
    }

    /// Returns true if the search finds the object, as it is in memory.
    ///
    /// - Throws: as `PersistentModel.matches(_:)`.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      let search = try search.evaluate(bindings)
      guard let model = try root.evaluate(bindings) as? any PersistentModel else { return false }
      return try model.matches(search)
    }
  }

  /// Builds the node that `#Predicate` makes of `matches(_:)`.
  public static func build_matches<Root, Search>(
    _ root: Root, _ search: Search
  ) -> SearchMatch<Root, Search> where Root.Output: PersistentModel {
    SearchMatch(root: root, search: search)
  }
}

extension PredicateExpressions.SearchMatch: StandardPredicateExpression
where Root: StandardPredicateExpression, Search: StandardPredicateExpression {}

extension PredicateExpressions.SearchMatch: Sendable where Root: Sendable, Search: Sendable {}

extension PredicateExpressions.SearchMatch: Codable where Root: Codable, Search: Codable {
  /// Decodes the object's and the search's expressions.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    search = try container.decode(Search.self)
  }

  /// Encodes the object's and the search's expressions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(search)
  }
}

extension PredicateExpressions.SearchMatch: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    guard case .object(let path, let entity) = try translator.subject(root) else {
      throw Untranslatable("only an object is searched")
    }
    guard case .constant(let value)? = translator.constant(of: search), let text = value as? String
    else { throw Untranslatable("a search is a text that is known before the fetch") }
    return .value(.search(path, try SearchCondition(text, of: entity)))
  }
}

extension PersistentModel {
  /// Returns true if the class's search index would find the object, by its texts as they are in memory.
  ///
  /// In a `#Predicate` the store's index finds the objects:
  ///
  /// ```swift
  /// let found = try context.fetch(
  ///   FetchDescriptor<Note>(predicate: #Predicate { $0.matches("zermatt* OR berg") }))
  /// ```
  ///
  /// Outside of a predicate the text is tested by the rules of a store in a file. O(length of the texts).
  ///
  /// - Parameter search: Words and phrases. All have to be there, unless OR or NOT stands between them.
  /// - Throws: `SearchError` for a text that is no search,
  ///   ``PredicateTranslationError/unsupportedPredicate(_:)`` for a class without `#Search`.
  public func matches(_ search: String) throws -> Bool {
    try SearchTexts(SearchCondition(search, of: type(of: self)._$entity)).finds(self)
  }
}

extension Predicate {
  /// Creates a predicate that is met by the objects that the class's search index finds.
  ///
  /// ```swift
  /// let found = try context.fetch(FetchDescriptor(predicate: Predicate<Note>(search: "zermatt*")))
  /// ```
  ///
  /// A fetch throws `SearchError` for a text that is no search. For a predicate about several models the
  /// search has to find all of them.
  public init(search: String) where repeat each Input: PersistentModel {
    self.init({ (input: repeat PredicateExpressions.Variable<each Input>) in
      var conditions: [any StandardPredicateExpression<Bool>] = []
      for root in repeat each input {
        conditions.append(
          PredicateExpressions.SearchMatch(
            root: root, search: PredicateExpressions.Captured(search)))
      }
      let first = conditions.first ?? PredicateExpressions.Captured(true)
      return conditions.dropFirst().reduce(first) { $0.and($1) }
    })
  }
}
