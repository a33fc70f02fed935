/// The position of the cursor among a command's words.
struct CompletionPlace {
  private let signature: CommandSignature
  private let words: [String]
  private let prefix: String
  /// The option whose value is at the cursor.
  private(set) var awaited: CommandLineOption?
  private var argumentIndex = 0
  private var optionsHaveEnded: Bool

  /// Makes a position.
  ///
  /// - Parameters:
  ///   - words: The complete words behind the command's own.
  ///   - prefix: The part of the word before the cursor.
  init(_ signature: CommandSignature, _ words: [String], _ prefix: String) {
    self.signature = signature
    self.words = words
    self.prefix = prefix
    optionsHaveEnded = !signature.parsesOptions
    for word in words {
      if awaited != nil {
        awaited = nil
      } else if !optionsHaveEnded, word == "--" {
        optionsHaveEnded = true
      } else if !optionsHaveEnded, word.hasPrefix("--") {
        let option = Self.option(String(word.dropFirst(2)), signature)
        awaited = option?.valueName == nil ? nil : option
      } else {
        argumentIndex += 1
      }
    }
  }

  private static func option(_ name: String, _ signature: CommandSignature) -> CommandLineOption? {
    signature.option(named: name) ?? CommonOptions.named(name)
  }

  /// True if the word at the cursor is an option's name.
  var isOption: Bool { awaited == nil && !optionsHaveEnded && prefix.hasPrefix("-") }

  /// The option of a word such as `--by=we`.
  var optionWithValue: CommandLineOption? {
    guard isOption, prefix.contains("=") else { return nil }
    let option = Self.option(String(prefix.dropFirst(2).prefix { $0 != "=" }), signature)
    return option?.valueName == nil ? nil : option
  }

  /// The text behind the equals sign.
  var value: String { prefix.firstIndex(of: "=").map { String(prefix[$0...].dropFirst()) } ?? "" }

  /// The options that are valid at the cursor.
  var options: [CompletionCandidate] {
    let common = CommonOptions.all.filter { signature.option(named: $0.name) == nil }
    let free = (signature.options + common).filter { option in
      option.isRepeatable
        || !words.contains { $0 == "--" + option.name || $0.hasPrefix("--\(option.name)=") }
    }
    return free.map { CompletionCandidate($0) }
      + [CompletionCandidate("--help", "explain the command")]
  }

  var request: CompletionRequest {
    CompletionRequest(
      words: words, prefix: prefix, option: awaited?.name, argumentIndex: argumentIndex)
  }
}
