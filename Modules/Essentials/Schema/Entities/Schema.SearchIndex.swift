extension Schema {
  /// The full-text index of an entity, as `#Search` declares it.
  public struct SearchIndex: Sendable, Hashable, Codable {
    /// The names of the attributes whose texts are searched.
    public let properties: [String]
    /// The rule by which texts become words.
    public let tokenizer: SearchTokenizer

    /// Creates a full-text index.
    public init(properties: [String], tokenizer: SearchTokenizer = .unicode61) {
      self.properties = properties
      self.tokenizer = tokenizer
    }
  }

  /// The rule by which the texts of a search index, and what is searched for, become words.
  public struct SearchTokenizer: Sendable, Hashable, Codable {
    /// The kind of a tokenizer.
    public enum Kind: String, Sendable, Hashable, Codable {
      case unicode61, porter, trigram
    }

    /// The kind of the tokenizer.
    public let kind: Kind
    /// True if `Zürich` and `zurich` are the same word.
    public let removesDiacritics: Bool

    private init(_ kind: Kind, removesDiacritics: Bool) {
      self.kind = kind
      self.removesDiacritics = removesDiacritics
    }

    /// Words of letters and digits, without regard to case and diacritics.
    public static let unicode61 = SearchTokenizer(.unicode61, removesDiacritics: true)

    /// Words of letters and digits, without regard to case.
    ///
    /// - Parameter removeDiacritics: True to have no regard to diacritics either.
    public static func unicode61(removeDiacritics: Bool) -> SearchTokenizer {
      SearchTokenizer(.unicode61, removesDiacritics: removeDiacritics)
    }

    /// The stems of English words, so that a search for `hike` finds `hiking`.
    public static let porter = SearchTokenizer(.porter, removesDiacritics: true)

    /// Any three characters in a row, for parts of words and for languages without spaces.
    ///
    /// Each word of a search needs three characters or more. Case doesn't matter, diacritics do.
    public static let trigram = SearchTokenizer(.trigram, removesDiacritics: false)
  }
}

extension Schema.Entity {
  /// Checks that the attributes of a search index are texts, and that the names can be columns of it.
  ///
  /// - Throws: ``SchemaError/invalidSearch(entity:reason:)``.
  func check(_ search: Schema.SearchIndex) throws(SchemaError) {
    func refuse(_ reason: String) -> SchemaError { .invalidSearch(entity: name, reason: reason) }
    guard !search.properties.isEmpty else { throw refuse("names no property") }
    var seen: Set<String> = []
    for name in search.properties {
      guard seen.insert(name).inserted else { throw refuse("names \(name) twice") }
      guard case .attribute(let attribute)? = property(named: name), attribute.columns.count == 1,
        attribute.columns[0].storageClass == .text, attribute.columns[0].meaning == nil
      else { throw refuse("names \(name), which is no String or String? attribute") }
      // FTS5 has columns of these names already (sqlite.org/fts5.html, section 4.1).
      guard !["rank", "rowid"].contains(attribute.columns[0].name(of: name).lowercased()) else {
        throw refuse("names \(name), a name that a search index has for itself; rename it")
      }
    }
  }

  /// The entity that declares the search index: this one or one that it inherits from. Nil without one.
  package var searchOwner: Schema.Entity? {
    if let owner = superentity?.searchOwner { return owner }
    return search == nil ? nil : self
  }

  /// The search index that the entity declares itself.
  package var ownSearch: Schema.SearchIndex? { superentity?.search == nil ? search : nil }
}
