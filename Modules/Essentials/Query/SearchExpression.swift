public import StrataSchema

/// A search: words and phrases, joined by AND, OR and NOT.
///
/// The grammar is the library's own, and the same for all stores:
///
/// | search | finds texts with |
/// |---|---|
/// | `zermatt berg` | both words, in any order |
/// | `"zermatt berg"` | the words one after the other |
/// | `zer*` | a word that begins with `zer` |
/// | `zermatt OR berg` | one of the words, or both |
/// | `zermatt NOT berg` | the first word and not the second |
/// | `title:zermatt` | the word, in the property `title` |
/// | `(zermatt OR berg) hut` | parentheses group |
///
/// AND, OR and NOT are operators in capitals only. OR binds weaker than AND. Punctuation separates
/// words, as it does in the texts.
public indirect enum SearchExpression: Sendable, Hashable {
  /// Words one after the other, in one text.
  ///
  /// - Parameters:
  ///   - text: The words, with what separates them.
  ///   - isPrefix: True if the last word may be the beginning of one.
  ///   - property: The property whose text is searched, or nil for any.
  case phrase(_ text: String, isPrefix: Bool, property: String?)
  /// All of the terms. At least one of them is no ``not(_:)``.
  case and([SearchExpression])
  /// At least one of the terms.
  case or([SearchExpression])
  /// A term that excludes texts, only inside of ``and(_:)``.
  case not(SearchExpression)

  /// Parses a search.
  ///
  /// O(length of the text).
  ///
  /// - Throws: ``SearchError``, with the position of the part that is wrong.
  public init(_ text: String, in index: Schema.SearchIndex) throws(SearchError) {
    self = try SearchParser.parse(text, index)
  }
}

/// An index that is searched, and what for.
public struct SearchCondition: Sendable, Hashable {
  /// The entity that declares the index.
  public let entity: String
  /// The columns of the index.
  public let columns: [QueryExpression.ColumnReference]
  /// The rule by which texts become words.
  public let tokenizer: Schema.SearchTokenizer
  /// The words and phrases, and how they are joined.
  public let expression: SearchExpression

  /// Parses a search of an entity's objects.
  ///
  /// Nil if the entity has no search index.
  ///
  /// - Throws: ``SearchError``.
  public init?(_ text: String, in entity: Schema.Entity) throws(SearchError) {
    guard let search = entity.search, let owner = entity.searchOwner else { return nil }
    let columns = search.properties.compactMap { name -> QueryExpression.ColumnReference? in
      guard case .attribute(let attribute)? = owner.property(named: name),
        let column = attribute.columns.first
      else { return nil }
      return .init(property: name, description: column)
    }
    try self.init(text, search, of: owner.name, columns)
  }

  /// Parses a search of an index.
  ///
  /// - Parameter entity: The entity that declares the index.
  /// - Throws: ``SearchError``.
  package init(
    _ text: String, _ index: Schema.SearchIndex, of entity: String,
    _ columns: [QueryExpression.ColumnReference]
  ) throws(SearchError) {
    self.entity = entity
    self.columns = columns
    tokenizer = index.tokenizer
    expression = try SearchExpression(text, in: index)
  }
}

/// The error for a text that is no search.
public struct SearchError: Error, Sendable, Hashable {
  /// The text.
  public let search: String
  /// The offset of the part that is wrong, in characters (Unicode scalars) from 0.
  public let position: Int
  /// The reason.
  public let reason: Reason

  /// A reason why a text is no search.
  public enum Reason: Sendable, Hashable {
    /// There is no word in it.
    case empty
    /// A quotation mark has no other one.
    case unbalancedQuote
    /// A parenthesis has no other one.
    case unbalancedParenthesis
    /// An operator has nothing on one of its sides.
    case missingOperand(String)
    /// Words are only excluded, so that nothing says which texts to find.
    case onlyExclusions
    /// The property isn't searched. The others are.
    case unknownProperty(String, searched: [String])
    /// The word has less than the three characters that a trigram index needs.
    case tooShort(String)
    /// A zero character, which no word has.
    case zeroCharacter
    /// More than ``SearchError/greatestLength`` bytes.
    case tooLong
    /// More than ``SearchError/greatestDepth`` parentheses inside each other.
    case tooDeep
  }

  /// The greatest length of a search, in bytes of UTF-8.
  public static let greatestLength = 10_000
  /// The greatest number of parentheses inside each other.
  public static let greatestDepth = 10
}

extension SearchError: CustomStringConvertible {
  /// The position, the reason, and what to do.
  public var description: String {
    let shown = search.count > 60 ? search.prefix(60) + "…" : search
    return "'\(shown)' is no search, at \(position): \(reason)"
  }
}

extension SearchError.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .empty: "there is no word in it; write one"
    case .unbalancedQuote: "a quotation mark has no other one; add it, or leave this one out"
    case .unbalancedParenthesis: "a parenthesis has no other one; add it, or leave this one out"
    case .missingOperand(let word):
      "\(word) stands between two words; add one, or write \(word.lowercased()) for the word"
    case .onlyExclusions: "NOT excludes some of what is found; write what to find before it"
    case .unknownProperty(let name, let searched):
      "\(name) isn't searched, \(searched.joined(separator: ", ")) "
        + "\(searched.count == 1 ? "is" : "are"); write a space after the colon for two words"
    case .tooShort(let word):
      "'\(word)' is too short for this index; write three characters or more"
    case .zeroCharacter: "a zero character is in no word; leave it out"
    case .tooLong: "it has more than \(SearchError.greatestLength) bytes"
    case .tooDeep: "more than \(SearchError.greatestDepth) parentheses are inside each other"
    }
  }
}
