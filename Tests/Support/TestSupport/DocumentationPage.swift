internal import Foundation

/// A page of `Docs`, whose examples a test runs.
public struct DocumentationPage {
  /// The page's blocks of Swift, in order.
  public let examples: [String]

  /// Reads a page by the name of its file.
  public init(_ name: String) throws {
    let text = try Repository.text(of: "Docs/\(name)")
    examples = text.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }

  /// The examples that some source files don't have, line by line; how far lines are indented, and empty ones,
  /// don't count. What is in the files is compiled, and for the test to run.
  public func examples(missingIn files: [String]) throws -> [String] {
    func lines(_ text: String) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: "\n")
    }
    let sources = try files.map {
      lines(try String(contentsOf: URL(fileURLWithPath: $0), encoding: .utf8))
    }
    return examples.filter { example in !sources.contains { $0.contains(lines(example)) } }
  }
}
