import Foundation

/// A description of a program for its help and manual page.
public struct ProgramDescription: Sendable {
  /// The program's name.
  public var name: String
  /// The version. Empty for none.
  public var version = ""
  /// A summary of a few words.
  public var summary = "a shell"
  /// Leading words that aren't commands, with their summaries.
  public var words: [(word: String, summary: String)] = []
  /// The settings of its configuration file.
  public var settings: [Setting] = []
  /// The files that the program uses, with their summaries.
  public var files: [(path: String, summary: String)] = []
  /// True if the program reads lines and scripts.
  ///
  /// If false, each run is one command, and the commands that work on lines are left out.
  public var takesLines = true
  /// The exit statuses, with their meanings.
  public var statuses = [
    ("0", "all lines succeeded"), ("1", "a command failed"), ("2", "wrong usage"),
    ("3", "the store can't be opened"),
  ]
  /// The environment variables that the program reads, with their effects.
  public var variables: [(name: String, summary: String)] = []

  /// Makes a description of a program. The default name is that of the running one.
  public init(name: String? = nil) {
    self.name =
      name ?? CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent }
      ?? "shell"
  }
}
