import StrataGraph
public import StrataModel
internal import StrataPredicates
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage

/// An object that a search has found, with its rank and the places of the words.
public struct SearchResult<Model: PersistentModel> {
  /// The object.
  public let object: Model
  /// The rank among the results: a greater number is better. Nil if the object has unsaved changes.
  ///
  /// Ranks of different searches, and of different engines, can't be compared.
  public let rank: Double?
  private let texts: SearchTexts

  init(_ object: Model, rank: Double?, _ texts: SearchTexts) {
    self.object = object
    self.rank = rank
    self.texts = texts
  }

  /// The text of a property with marks around each word that was searched for.
  ///
  /// ```swift
  /// for result in try context.search(FetchDescriptor<Note>(search: "zermatt")) {
  ///   print(try result.highlight(of: \.title, prefix: "**", suffix: "**"))
  /// }
  /// ```
  ///
  /// The marks are put by the rules of a store in a file, wherever the object is stored.
  ///
  /// - Throws: ``StackError/unsupportedSelection(_:)`` for a property that isn't searched.
  /// - Complexity: O(length of the texts).
  public func highlight(
    of property: KeyPath<Model, String>, prefix: String = "<b>", suffix: String = "</b>"
  ) throws -> String {
    try texts.highlight(column(of: property), of: object, prefix: prefix, suffix: suffix) ?? ""
  }

  /// The text of a property with marks around each word that was searched for, or nil if there is no
  /// text.
  ///
  /// - Throws: ``StackError/unsupportedSelection(_:)`` for a property that isn't searched.
  /// - Complexity: O(length of the texts).
  public func highlight(
    of property: KeyPath<Model, String?>, prefix: String = "<b>", suffix: String = "</b>"
  ) throws -> String? {
    try texts.highlight(column(of: property), of: object, prefix: prefix, suffix: suffix)
  }

  /// The part of a property's text with the most words that were searched for, with marks around each.
  ///
  /// - Parameters:
  ///   - ellipsis: The text where something is left out.
  ///   - wordCount: The greatest number of words, from 1 to 64.
  /// - Throws: ``StackError/unsupportedSelection(_:)`` for a property that isn't searched.
  /// - Complexity: O(length of the texts).
  public func snippet(
    of property: KeyPath<Model, String>, prefix: String = "<b>", suffix: String = "</b>",
    ellipsis: String = "…", wordCount: Int = 16
  ) throws -> String {
    try texts.snippet(
      column(of: property), of: object, prefix: prefix, suffix: suffix, ellipsis: ellipsis,
      count: wordCount) ?? ""
  }

  /// The part of a property's text with the most words that were searched for, with marks around each.
  /// Nil if there is no text.
  ///
  /// - Parameters:
  ///   - ellipsis: The text where something is left out.
  ///   - wordCount: The greatest number of words, from 1 to 64.
  /// - Throws: ``StackError/unsupportedSelection(_:)`` for a property that isn't searched.
  /// - Complexity: O(length of the texts).
  public func snippet(
    of property: KeyPath<Model, String?>, prefix: String = "<b>", suffix: String = "</b>",
    ellipsis: String = "…", wordCount: Int = 16
  ) throws -> String? {
    try texts.snippet(
      column(of: property), of: object, prefix: prefix, suffix: suffix, ellipsis: ellipsis,
      count: wordCount)
  }

  private func column(of keyPath: PartialKeyPath<Model>) throws -> Int {
    guard let property = Model._$entity.property(at: keyPath),
      let column = texts.index(of: property.name)
    else {
      throw StackError.unsupportedSelection(
        "\(Model._$entity.words(for: keyPath)), which isn't searched")
    }
    return column
  }
}

extension ModelContext {
  /// Fetches the objects that a descriptor's search finds, with their ranks and the places of the words.
  ///
  /// ```swift
  /// let results = try context.search(FetchDescriptor<Note>(search: "zermatt* OR berg"))
  /// ```
  ///
  /// - Throws: ``StackError/missingSearch`` for a descriptor without a search, `SearchError` for a text
  ///   that is no search. Otherwise as `fetch(_:)`.
  public func search<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [SearchResult<T>] {
    guard let search = try descriptor.searchCondition() else { throw StackError.missingSearch }
    let graph = self.graph(of: T.self)
    let query = try descriptor.query(in: graph)
    try refreshCustomStore(of: query.entity)
    return try graph.reading(.fetch, of: query.entity) {
      let models = try fetch(descriptor, as: query)
      let saved = models.filter { $0._$state.flags.isDisjoint(with: [.inserted, .listed]) }
      let ranks = try graph.reader.ranks(
        of: saved.map { $0._$state.key }, in: search, of: query.entity)
      let texts = SearchTexts(search)
      return models.map { model in
        let isSaved = model._$state.flags.isDisjoint(with: [.inserted, .listed])
        return SearchResult(model, rank: isSaved ? ranks[model._$state.key] : nil, texts)
      }
    }
  }
}
