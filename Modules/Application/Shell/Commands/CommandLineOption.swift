/// An option that a command declares: `--name VALUE` or `--name=VALUE`, or a flag.
public struct CommandLineOption: Sendable, Equatable {
  /// The name without its dashes.
  public let name: String
  /// The placeholder of the value in the usage line. Nil for a flag.
  public let valueName: String?
  /// A summary of a few words.
  public let summary: String
  /// True if the option must be given.
  public let isRequired: Bool
  /// True if the option may be given more than once.
  public let isRepeatable: Bool
  /// The valid values. Empty if any value is valid.
  public let choices: [String]
  /// Choices by other words for them, in lower case.
  public let synonyms: [String: String]
  /// The rule for where a value of several words ends. Nil if the value is one word.
  public let extent: PhraseExtent?

  /// Makes an option without a value.
  public static func flag(_ name: String, _ summary: String = "") -> CommandLineOption {
    CommandLineOption(
      name: name, valueName: nil, summary: summary, isRequired: false, isRepeatable: false,
      choices: [], synonyms: [:], extent: nil)
  }

  /// Makes an option with a value of one word.
  ///
  /// - Parameter synonyms: Choices by other words for them, in lower case, which the command sees as the choices.
  public static func value(
    _ name: String, _ valueName: String, _ summary: String = "", isRequired: Bool = false,
    isRepeatable: Bool = false, choices: [String] = [], synonyms: [String: String] = [:]
  ) -> CommandLineOption {
    CommandLineOption(
      name: name, valueName: valueName, summary: summary, isRequired: isRequired,
      isRepeatable: isRepeatable, choices: choices, synonyms: synonyms, extent: nil)
  }

  /// Makes an option whose value may have several words without quotes.
  ///
  /// - Parameter extent: The rule for how many of the following words belong to the value.
  public static func phrase(
    _ name: String, _ valueName: String, _ summary: String = "", extent: PhraseExtent
  ) -> CommandLineOption {
    CommandLineOption(
      name: name, valueName: valueName, summary: summary, isRequired: false, isRepeatable: false,
      choices: [], synonyms: [:], extent: extent)
  }

  var form: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }

  var usage: String {
    (isRequired ? form : "[\(form)]") + (isRepeatable ? "..." : "")
  }

  /// Returns the value as the command sees it: a choice for a synonym.
  ///
  /// - Throws: A usage error for a value that is none of the choices.
  func checked(_ value: ArgumentValue) throws(ShellError) -> ArgumentValue {
    if choices.isEmpty { return value }
    if let choice = synonyms[value.text.lowercased()] { return value.replacing(text: choice) }
    do throws(ShellError) {
      _ = try value.choice(of: choices, named: "--\(name)")
    } catch {
      var error = error
      if NearestName.find(value.text, in: choices) == nil,
        let nearest = NearestName.find(value.text, in: synonyms.keys.sorted())
      {
        error.hint = ["did you mean \(nearest)?", error.hint].compactMap(\.self).joined(
          separator: "\n")
      }
      throw error
    }
    return value
  }
}
