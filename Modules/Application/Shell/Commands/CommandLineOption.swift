/// An option that a command declares: `--name VALUE` or `--name=VALUE`, or a flag.
public struct CommandLineOption: Sendable, Equatable {
  /// The name without its dashes.
  public let name: String
  /// What the value is called in the usage line; nil for a flag.
  public let valueName: String?
  /// What the option is for, in a few words.
  public let summary: String
  /// Whether the command can't do without it.
  public let isRequired: Bool
  /// Whether it may be given more than once.
  public let isRepeatable: Bool
  /// The values it may have; empty when any will do.
  public let choices: [String]
  /// Where the value ends, if it may be of several words.
  public let extent: PhraseExtent?

  /// An option without a value.
  public static func flag(_ name: String, _ summary: String = "") -> CommandLineOption {
    CommandLineOption(
      name: name, valueName: nil, summary: summary, isRequired: false, isRepeatable: false,
      choices: [], extent: nil)
  }

  /// An option with a value.
  public static func value(
    _ name: String, _ valueName: String, _ summary: String = "", isRequired: Bool = false,
    isRepeatable: Bool = false, choices: [String] = []
  ) -> CommandLineOption {
    CommandLineOption(
      name: name, valueName: valueName, summary: summary, isRequired: isRequired,
      isRepeatable: isRepeatable, choices: choices, extent: nil)
  }

  /// An option whose value may be of several words without quotes.
  ///
  /// - Parameter extent: How many of the words that follow belong to the value.
  public static func phrase(
    _ name: String, _ valueName: String, _ summary: String = "", extent: PhraseExtent
  ) -> CommandLineOption {
    CommandLineOption(
      name: name, valueName: valueName, summary: summary, isRequired: false, isRepeatable: false,
      choices: [], extent: extent)
  }

  var form: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }

  var usage: String {
    (isRequired ? form : "[\(form)]") + (isRepeatable ? "..." : "")
  }

  func check(_ value: ArgumentValue) throws(ShellError) {
    guard !choices.isEmpty else { return }
    _ = try value.choice(of: choices, named: "--\(name)")
  }
}
