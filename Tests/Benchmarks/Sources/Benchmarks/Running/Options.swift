/// What the command line asks for.
struct Options {
  var names: Set<String>
  var sizes: [Int]?
  var rounds = 9
  var isJSON = false
  var isFull = false
  var wantsHelp = false
  var contenders = Set(ContenderKind.allCases)

  static func help(names: [String]) -> String {
    """
    Times Strata against SQLite's C interface and GRDB; medians of alternating rounds.

      --only R,F           only these workloads (\(names.joined(separator: ", ")))
      --rounds K           so many rounds after the first, which isn't counted (default 9)
      --sizes N,M          these sizes instead of each workload's own
      --full               the sizes of the published figures where they take minutes (O, W, S)
      --contenders ours    only these contenders (ours, raw, peer)
      --json               one JSON object a line
    """
  }

  init(_ arguments: ArraySlice<String>, known: [String]) throws(InvalidOption) {
    names = Set(known)
    var rest = arguments
    while let option = rest.popFirst() {
      switch option {
      case "--json": isJSON = true
      case "--full": isFull = true
      case "--help", "-h": wantsHelp = true
      case "--only":
        names = try Self.list(of: option, &rest) { known.contains($0) ? $0 : nil }
      case "--rounds": rounds = try Self.list(of: option, &rest, Self.positive).max() ?? rounds
      case "--sizes": sizes = try Self.list(of: option, &rest, Self.positive).sorted()
      case "--contenders": contenders = try Self.list(of: option, &rest) { .init(rawValue: $0) }
      default: throw InvalidOption(reason: "there is no option \(option); try --help")
      }
    }
  }

  private static func positive(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

  private static func list<Value>(
    of option: String, _ rest: inout ArraySlice<String>, _ parse: (String) -> Value?
  ) throws(InvalidOption) -> Set<Value> {
    guard let text = rest.popFirst() else {
      throw InvalidOption(reason: "\(option) needs a value")
    }
    var values: Set<Value> = []
    for part in text.split(separator: ",") {
      guard let value = parse(String(part)) else {
        throw InvalidOption(reason: "\(option) can't be '\(part)'; try --help")
      }
      values.insert(value)
    }
    return values
  }
}

/// A command line that can't be understood.
struct InvalidOption: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}
