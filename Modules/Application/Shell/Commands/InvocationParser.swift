/// A parser of the arguments and options behind a command's words.
struct InvocationParser {
  private let signature: CommandSignature
  private var tokenizer: Tokenizer
  private var invocation: Invocation
  private var nextArgument = 0
  private var optionsHaveEnded: Bool

  /// The error for `--help`, upon which the shell shows the command's help.
  struct HelpRequest: Error {}

  private init(
    _ signature: CommandSignature, _ tokenizer: Tokenizer, _ line: LogicalLine,
    _ cancellation: Cancellation
  ) {
    self.signature = signature
    self.tokenizer = tokenizer
    invocation = Invocation(signature: signature, line: line, cancellation: cancellation)
    optionsHaveEnded = !signature.parsesOptions
  }

  /// Parses a line's arguments and options.
  ///
  /// - Parameter tokenizer: A tokenizer behind the command's words.
  static func parse(
    _ signature: CommandSignature, in line: LogicalLine, at tokenizer: Tokenizer,
    cancellation: Cancellation
  ) throws -> Invocation {
    var parser = InvocationParser(signature, tokenizer, line, cancellation)
    try parser.readWords()
    try parser.checkCompleteness()
    return parser.invocation
  }

  private var argument: Argument? {
    nextArgument < signature.arguments.count ? signature.arguments[nextArgument] : nil
  }

  private mutating func readWords() throws {
    while tokenizer.skipBlanks() {
      let raw = tokenizer.source.unicodeScalars[tokenizer.index...]
      let mayBeOption = !optionsHaveEnded && raw.first == "-"
      if mayBeOption, raw.dropFirst().first == "-" {
        guard let token = try tokenizer.next() else { return }
        try readOption(token)
      } else if argument?.isRest == true {
        return try readRest()
      } else {
        guard let token = try tokenizer.next() else { return }
        if mayBeOption { try refuseShortOption(token) }
        try readArgument(token)
      }
    }
  }

  private mutating func readRest() throws {
    guard let argument, let typed = tokenizer.rawText() else { return }
    let options = optionsHaveEnded ? [] : try readOptions(within: typed)
    guard let raw = typed.blanking(options, in: tokenizer.source) else { return }
    invocation.rest = raw
    invocation.argumentValues[argument.name] = [
      ArgumentValue(
        text: raw.text, column: raw.column, range: raw.range, isQuoted: false,
        contentColumn: raw.column)
    ]
    nextArgument += 1
  }

  /// Reads the command's options within the rest of the line, and returns their ranges.
  ///
  /// Other words with dashes belong to the rest's own grammar, and so do quoted ones.
  private mutating func readOptions(within rest: RawText) throws -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for (start, column) in tokenizer.wordStarts(in: rest) {
      if let last = ranges.last, start < last.upperBound { continue }
      var ahead = Tokenizer(invocation.line, at: start, column: column)
      guard ahead.source.unicodeScalars[start...].starts(with: "--".unicodeScalars),
        let token = try ahead.next(), isOption(token)
      else { continue }
      tokenizer = ahead
      try readOption(token)
      ranges.append(start..<tokenizer.index)
    }
    return ranges
  }

  private func isOption(_ token: Token) -> Bool {
    let name = String(token.text.dropFirst(2).prefix { $0 != "=" })
    return name == "help" || (signature.option(named: name) ?? CommonOptions.named(name)) != nil
  }

  private mutating func readArgument(_ token: Token) throws(ShellError) {
    guard let argument else {
      throw signature.usageError("“\(token.text)” is one word too many", column: token.column)
    }
    let value = ArgumentValue(token, in: tokenizer.source)
    invocation.argumentValues[argument.name, default: []].append(value)
    if !argument.takesSeveralWords { nextArgument += 1 }
  }

  private mutating func readOption(_ token: Token) throws {
    let text = token.text.dropFirst(2)
    if text.isEmpty {
      optionsHaveEnded = true
      return
    }
    let name = String(text.prefix { $0 != "=" })
    guard let option = signature.option(named: name) ?? CommonOptions.named(name) else {
      if name == "help" { throw HelpRequest() }
      throw unknownOption("--\(name)", column: token.column)
    }
    let isRepeated = invocation.optionValues[name] != nil || invocation.flags.contains(name)
    if isRepeated, !option.isRepeatable {
      throw signature.usageError("--\(name) is given twice", column: token.column)
    }
    let attached = attachedValue(of: token, name: name)
    guard option.valueName != nil else {
      if attached != nil {
        throw signature.usageError("--\(name) takes no value", column: token.column)
      }
      invocation.flags.insert(name)
      return
    }
    let value = try attached ?? followingValue(of: option, at: token)
    invocation.optionValues[name, default: []].append(try option.checked(value))
  }

  private func attachedValue(of token: Token, name: String) -> ArgumentValue? {
    let skipped = name.unicodeScalars.count + 3
    guard token.text.unicodeScalars.count >= skipped else { return nil }
    let text = String(token.text.unicodeScalars.dropFirst(skipped))
    let raw = tokenizer.source.unicodeScalars[token.range]
    // Quotes inside the option's name shift the columns. Nobody writes that, so it isn't handled.
    let start = raw.index(raw.startIndex, offsetBy: skipped, limitedBy: raw.endIndex)
    guard let start else { return nil }
    let quote = token.isQuoted && start < raw.endIndex ? raw[start] : " "
    let column = token.column + skipped
    return ArgumentValue(
      text: text, column: column, range: start..<token.range.upperBound,
      isQuoted: token.isQuoted,
      contentColumn: quote == "'" || quote == "\"" ? column + 1 : column)
  }

  private mutating func followingValue(
    of option: CommandLineOption, at token: Token
  ) throws(ShellError) -> ArgumentValue {
    var ahead = tokenizer
    let hasMore = ahead.skipBlanks()
    let isOption = ahead.source.unicodeScalars[ahead.index...].starts(with: "--".unicodeScalars)
    if hasMore, !isOption, let extent = option.extent,
      let value = try Self.phrase(option, extent, at: &ahead)
    {
      tokenizer = ahead
      return value
    }
    guard hasMore, !isOption, let next = try ahead.next() else {
      throw signature.usageError(
        "--\(option.name) needs a value",
        hint: isOption ? "write --\(option.name)=… for a value that begins with dashes" : nil,
        column: token.column)
    }
    tokenizer = ahead
    return ArgumentValue(next, in: tokenizer.source)
  }

  private func refuseShortOption(_ token: Token) throws(ShellError) {
    guard token.text.count > 1, Double(token.text) == nil,
      token.text.dropFirst().first?.isLetter == true
    else { return }
    throw unknownOption(token.text, column: token.column)
  }

  private func unknownOption(_ text: String, column: Int) -> ShellError {
    let name = text.drop { $0 == "-" }
    let nearest =
      NearestName.find(String(name), in: (signature.options + CommonOptions.all).map(\.name))
      .map { "did you mean --\($0)?" }
    return signature.usageError(
      "\(signature.name) has no option “\(text)”",
      hint: nearest ?? "write -- before a word that begins with a dash but is no option",
      column: column)
  }

  private func checkCompleteness() throws(ShellError) {
    for argument in signature.arguments where argument.isRequired {
      let count = invocation.argumentValues[argument.name]?.count ?? 0
      var minimum = 1
      if case .variadic(let least) = argument.kind { minimum = least }
      if count < minimum { throw signature.usageError("\(argument.requiredPart) is missing") }
    }
    for option in signature.options
    where option.isRequired && invocation.optionValues[option.name] == nil {
      throw signature.usageError("\(option.form) is missing")
    }
  }
}
