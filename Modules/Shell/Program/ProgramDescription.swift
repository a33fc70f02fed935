import Foundation

/// What a program says of itself where it is described.
public struct ProgramDescription: Sendable {
  /// What it is called.
  public var name: String
  /// Its version; empty for none.
  public var version = ""
  /// What it is, in a few words.
  public var summary = "a shell"
  /// Leading words that are no commands, with what they do.
  public var words: [(word: String, summary: String)] = []
  /// The settings of its configuration file.
  public var settings: [Setting] = []
  /// The files that it uses, with what they are.
  public var files: [(path: String, summary: String)] = []
  /// The environment variables that it looks at, with what they decide.
  public var variables: [(name: String, summary: String)] = []

  /// A program of a name; that of the running one when none is given.
  public init(name: String? = nil) {
    self.name =
      name ?? CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent }
      ?? "shell"
  }
}
