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
  /// Whether it reads lines and scripts; else each run is one command, which has no use for commands over
  /// lines.
  public var takesLines = true
  /// What its exit status says.
  public var statuses = [
    ("0", "all lines succeeded"), ("1", "a command failed"), ("2", "wrong usage"),
    ("3", "the store can't be opened"),
  ]
  /// The environment variables that it looks at, with what they decide.
  public var variables: [(name: String, summary: String)] = []

  /// A program of a name; that of the running one when none is given.
  public init(name: String? = nil) {
    self.name =
      name ?? CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent }
      ?? "shell"
  }
}
