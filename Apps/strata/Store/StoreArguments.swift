import StrataShell

/// The arguments of `open` and `edit`: options, a store, and a command with its words.
@MainActor struct StoreArguments {
  let path: String
  /// The values of the given options, by name. Flags have empty values.
  let options: [String: String]
  let words: [String]

  /// Parses the arguments.
  ///
  /// - Parameter anywhere: The options that may also stand behind the command, since no command on
  ///   a store has one of that name.
  /// - Throws: A usage error.
  init(
    _ arguments: [String], of command: Command<StrataEnvironment>, anywhere: Set<String> = ["model"]
  ) throws(ShellError) {
    func refused(_ message: String) -> ShellError {
      ShellError(
        message, hint: "usage: \(StrataProgram.name) \(command.usage)", kind: .programUsage)
    }
    var rest = arguments[...]
    var path: String?
    var words: [String] = []
    var options: [String: String] = [:]
    while let word = rest.first {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let option = command.signature.options.first(where: { "--\($0.name)" == parts[0] }),
        words.isEmpty || anywhere.contains(option.name)
      {
        rest.removeFirst()
        guard options[option.name] == nil else { throw refused("\(parts[0]) is given twice") }
        let given = parts.count > 1 ? String(parts[1]) : nil
        if option.valueName == nil {
          guard given == nil else { throw refused("\(parts[0]) takes no value") }
          options[option.name] = ""
        } else {
          guard let value = given ?? rest.popFirst() else {
            throw refused("\(parts[0]) needs a value")
          }
          guard option.choices.isEmpty || option.choices.contains(value) else {
            throw refused(
              "\(parts[0]) takes \(option.choices.joined(separator: " or ")), not “\(value)”")
          }
          options[option.name] = value
        }
      } else if path == nil, word.hasPrefix("-") {
        throw refused("there is no option “\(word)” of \(command.name)")
      } else {
        rest.removeFirst()
        if path == nil { path = word } else { words.append(word) }
      }
    }
    guard let path else { throw refused("\(command.name) needs the path of a store") }
    self.path = path
    self.options = options
    self.words = words
  }

  /// Sets the default style of tables.
  func setStyle(of output: Output) {
    if let format = options["format"].flatMap({ OutputFormat(rawValue: $0) }) {
      output.tableStyle.format = format
    }
    if options["no-header"] != nil { output.tableStyle.hasHeader = false }
  }
}
