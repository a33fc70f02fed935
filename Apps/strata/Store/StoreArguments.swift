import StrataShell

/// The words behind `open` and `edit`: options, a store, and a command with its own words.
struct StoreArguments {
  let path: String
  /// The values of the options that were given; empty for one that takes none.
  let options: [String: String]
  let words: [String]

  /// - Parameters:
  ///   - valued: The options that take a value.
  ///   - flags: Those that take none.
  /// - Throws: a usage error.
  init(
    _ arguments: [String], of command: String, usage: String, valued: Set<String>,
    flags: Set<String> = []
  ) throws(ShellError) {
    func refused(_ message: String) -> ShellError {
      ShellError(message, hint: "usage: strata \(usage)", kind: .programUsage)
    }
    var rest = arguments[...]
    var path: String?
    var options: [String: String] = [:]
    while let word = rest.first {
      if valued.contains(word) {
        rest.removeFirst()
        guard let value = rest.popFirst() else { throw refused("\(word) needs a value") }
        options[word] = value
      } else if flags.contains(word) {
        rest.removeFirst()
        options[word] = ""
      } else if path == nil, word.hasPrefix("-") {
        throw refused("there is no option “\(word)” of \(command)")
      } else if path == nil {
        path = word
        rest.removeFirst()
      } else {
        break
      }
    }
    guard let path else { throw refused("\(command) needs the path of a store") }
    self.path = path
    self.options = options
    words = Array(rest)
  }
}
