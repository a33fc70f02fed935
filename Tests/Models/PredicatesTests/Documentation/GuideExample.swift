import Foundation
import Strata

/// A fetch that the document shows, with what it finds among the trails of a ``TrailBook``.
struct GuideExample {
  let name: String
  /// Names of trails; sorted, unless the fetch says the order.
  let finds: [String]
  let showsPlan: Bool
  /// The code, as the source file has it.
  let text: String
  let descriptor: (TrailBook) throws -> FetchDescriptor<Trail>
}

/// A fetch that throws.
struct GuideRefusal {
  let name: String
  let text: String
  let descriptor: FetchDescriptor<Trail>
}

/// Something else that is done with a context, whose statements are shown.
struct GuideStatement {
  let name: String
  let text: String
  let body: (ModelContext) throws -> Void
}

/// Gathers what the document shows.
struct Guide {
  private(set) var examples: [GuideExample] = []
  private(set) var refusals: [GuideRefusal] = []
  private(set) var statements: [GuideStatement] = []

  static func all() throws -> Guide {
    var guide = Guide()
    try guide.addValues()
    try guide.addRelationships()
    try guide.addComposition()
    try guide.addSorting()
    try guide.addRefusals()
    try guide.addStatements()
    return guide
  }

  mutating func predicate(
    _ name: String, finds: [String], plan: Bool = false, file: String = #filePath,
    _ predicate: @escaping (TrailBook) throws -> Predicate<Trail>
  ) throws {
    try fetch(name, finds: finds, plan: plan, file: file) {
      FetchDescriptor(predicate: try predicate($0))
    }
  }

  mutating func fetch(
    _ name: String, finds: [String], plan: Bool = false, file: String = #filePath,
    _ descriptor: @escaping (TrailBook) throws -> FetchDescriptor<Trail>
  ) throws {
    examples.append(
      GuideExample(
        name: name, finds: finds, showsPlan: plan, text: try ClosureText.of(name, in: file),
        descriptor: descriptor))
  }

  mutating func refusal(
    _ name: String, file: String = #filePath, _ predicate: () -> Predicate<Trail>
  ) throws {
    try refusedFetch(name, file: file) { FetchDescriptor(predicate: predicate()) }
  }

  mutating func refusedFetch(
    _ name: String, file: String = #filePath, _ descriptor: () -> FetchDescriptor<Trail>
  ) throws {
    refusals.append(
      GuideRefusal(
        name: name, text: try ClosureText.of(name, in: file), descriptor: descriptor()))
  }

  mutating func statement(
    _ name: String, file: String = #filePath, _ body: @escaping (ModelContext) throws -> Void
  ) throws {
    statements.append(
      GuideStatement(name: name, text: try ClosureText.of(name, in: file), body: body))
  }
}

/// The text of a closure that is called something, taken from the file that it stands in.
enum ClosureText {
  struct NotFound: Error { let name: String }

  /// What stands between the braces of a call whose first argument is a name, without the first
  /// indentation, up to a line with an expectation.
  static func of(_ name: String, in path: String) throws -> String {
    let source = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    let lines = source.components(separatedBy: "\n")
    guard let call = lines.firstIndex(where: { $0.contains("(\"\(name)\"") }),
      let start = lines[call...].firstIndex(where: { $0.hasSuffix("{") || $0.hasSuffix(" in") })
    else { throw NotFound(name: name) }
    let indent = String(lines[start].prefix { $0 == " " })
    // Where the call is long, the closure's parameter stands on a line of its own.
    let first = lines[start + 1] == indent + "  _ in" ? start + 2 : start + 1
    let body = lines[first...].prefix {
      $0 != indent + "}" && !$0.hasPrefix(indent + "  #expect")
    }
    let text = body.map { line in
      let line = String(line.dropFirst(indent.count + 2))
      // What the closure returns is what is shown.
      return line.hasPrefix("return ") ? String(line.dropFirst(7)) : line
    }
    return text.joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
