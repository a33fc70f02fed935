import StrataModelSupport
import Strata

/// A predicate, and its text as documentation shows it.
struct QueryCase {
  let text: String
  let predicate: Predicate<Stock>
}

extension [QueryCase] {
  /// Adds a predicate; the text is what stands between the braces.
  mutating func add(_ text: String, _ predicate: Predicate<Stock>) {
    append(QueryCase(text: text, predicate: predicate))
  }
}

/// The table of predicates, by what they are about.
enum QueryGroup: String, CaseIterable, Sendable {
  case comparisons, logic, arithmetic, optionals, unwrapping, texts, ranges, enums, structs, arrays
  case dictionaries, composites, members, captured

  var cases: [QueryCase] {
    switch self {
    case .comparisons: QueryCase.comparisons()
    case .logic: QueryCase.logic()
    case .arithmetic: QueryCase.arithmetic()
    case .optionals: QueryCase.optionals()
    case .unwrapping: QueryCase.unwrapping()
    case .texts: QueryCase.texts()
    case .ranges: QueryCase.ranges()
    case .enums: QueryCase.enums()
    case .structs: QueryCase.structs()
    case .arrays: QueryCase.arrays()
    case .dictionaries: QueryCase.dictionaries()
    case .composites: QueryCase.composites()
    case .members: QueryCase.members()
    case .captured: QueryCase.captured()
    }
  }

  /// The file that the group's cases stand in.
  var file: String {
    "Cases/QueryCase+\(rawValue.prefix(1).uppercased() + rawValue.dropFirst()).swift"
  }
}
