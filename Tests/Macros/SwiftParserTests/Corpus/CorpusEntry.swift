import Testing

/// Members of a class, and what there is to understand about them.
struct CorpusEntry: Sendable, CustomTestStringConvertible {
  var members: String
  var summaries: [String]

  init(_ members: String, _ summaries: [String]) {
    self.members = members
    self.summaries = summaries
  }

  /// The members in a class of their own.
  var source: String { "class A {\n\(members)\n}" }

  var testDescription: String { members }

  static let all =
    variables + values + operators + continuations + closures + literals + accessors + functions
    + headers + declarations
}
