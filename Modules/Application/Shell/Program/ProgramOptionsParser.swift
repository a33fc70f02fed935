/// A parser of the program's arguments.
struct ProgramOptionsParser {
  static let summaries = [
    ("--store PATH", "the store's file"),
    ("--memory", "a store in memory, gone at the end"),
    ("--author NAME", "in whose name changes are made"),
    ("--format FORMAT", OutputFormat.names),
    ("--json", "the same as --format json"),
    ("--no-header", "no names above the columns of tables"),
    ("--plugins A,B", "only these plugins"),
    ("--without A,B", "all plugins but these"),
    ("-c LINE", "run a line; may be repeated"),
    ("-f SCRIPT", "run a script, - for standard input; may be repeated"),
    ("--keep-going", "go on after an error"),
    ("--echo", "show each line before its answer"),
    ("--quiet", "no messages but errors and warnings"),
    ("--verbose", "say what happens, on standard error"),
    ("--color WHEN", "colors: auto, always or never"),
    ("--no-color", "no colors"),
    ("--no-pager", "long output isn't shown page by page"),
    ("--config FILE", "read the configuration from a file"),
    ("--no-config", "read no configuration"),
    ("--version", "show the version"),
    ("--help", "show this text"),
  ]

  private static let names = summaries.map { String($0.0.prefix { $0 != " " }) }
  private static let repeatable: Set<String> = ["-c", "-f"]

  private var rest: ArraySlice<String>
  private let words: [String]
  private(set) var options = ProgramOptions()
  private var seen: Set<String> = []

  init(_ arguments: [String], words: [String]) {
    rest = arguments[...]
    self.words = words
  }

  mutating func parse() throws(ShellError) {
    while let argument = rest.popFirst() {
      if argument == "--" {
        if let word = rest.popFirst() { try readWord(word) }
        break
      }
      if argument.hasPrefix("-"), argument != "-" {
        try readOption(argument)
      } else {
        try readWord(argument)
      }
    }
    try refuse("--store", with: "--memory")
    try refuse("--plugins", with: "--without")
    try refuse("--format", with: "--json")
    try refuse("--color", with: "--no-color")
    try refuse("--config", with: "--no-config")
    try refuse("--quiet", with: "--verbose")
  }

  private mutating func readWord(_ word: String) throws(ShellError) {
    if options.word == nil, words.contains(word) {
      options.word = word
    } else if let leading = options.word {
      throw wrong("“\(word)” is one word too many", hint: "\(leading) takes no command")
    } else {
      options.givenInputs.append(.words([word] + rest))
      rest = []
    }
  }

  private mutating func readOption(_ argument: String) throws(ShellError) {
    var name = argument
    var attached: String?
    if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
      name = String(argument[..<equals])
      attached = String(argument[argument.index(after: equals)...])
    }
    if name == "-h" { name = "--help" }
    if !Self.repeatable.contains(name), !seen.insert(name).inserted {
      throw wrong("\(name) is given twice")
    }
    if try readFlag(name) {
      if attached != nil { throw wrong("\(name) takes no value") }
      return
    }
    guard Self.names.contains(name) else {
      let nearest = NearestName.find(name, in: Self.names).map { "did you mean \($0)?" }
      throw wrong("there is no option “\(name)”", hint: nearest)
    }
    guard let value = attached ?? rest.popFirst() else { throw wrong("\(name) needs a value") }
    try readValue(value, of: name)
  }

  private mutating func readFlag(_ name: String) throws(ShellError) -> Bool {
    switch name {
    case "--memory": options.store = .memory
    case "--keep-going": options.keepsGoing = true
    case "--echo": options.echoesLines = true
    case "--quiet": options.isQuiet = true
    case "--json": options.format = .json
    case "--no-header": options.noHeader = true
    case "--no-color": options.color = .never
    case "--no-pager": options.noPager = true
    case "--no-config": options.configuration = .none
    case "--verbose": options.isVerbose = true
    case "--version": options.showsVersion = true
    case "--help": options.showsHelp = true
    default: return false
    }
    return true
  }

  private mutating func readValue(_ value: String, of name: String) throws(ShellError) {
    if value.isEmpty, name != "-c" { throw wrong("the value of \(name) is empty") }
    switch name {
    case "-c": options.givenInputs.append(.line(value))
    case "-f":
      options.givenInputs.append(value == "-" ? .standardInput : .script(path: value))
    case "--store": options.store = .path(value)
    case "--config": options.configuration = .path(value)
    case "--color":
      guard let color = ColorChoice(rawValue: value) else {
        throw wrong("\(name) can't be “\(value)”", hint: "one of: auto, always, never")
      }
      options.color = color
    case "--author": options.author = value
    case "--plugins": options.plugins = .only(try list(value, name))
    case "--without": options.plugins = .without(try list(value, name))
    default:
      guard let format = OutputFormat(rawValue: value) else {
        throw wrong("\(name) can't be “\(value)”", hint: "one of: \(OutputFormat.names)")
      }
      options.format = format
    }
  }

  private func list(_ value: String, _ name: String) throws(ShellError) -> [String] {
    let names = value.split(separator: ",").map { $0.filter { $0 != " " } }
    guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
      throw wrong("\(name) needs names with commas between")
    }
    return names
  }

  private func refuse(_ first: String, with second: String) throws(ShellError) {
    if seen.contains(first), seen.contains(second) {
      throw wrong("\(first) and \(second) exclude each other")
    }
  }

  private func wrong(_ message: String, hint: String? = nil) -> ShellError {
    ShellError(message, hint: hint ?? "--help lists the options", kind: .programUsage)
  }
}
