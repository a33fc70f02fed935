/// What the program's own arguments ask for.
public struct ProgramOptions: Sendable, Equatable {
  /// Where the data is.
  public enum Store: Sendable, Equatable {
    /// Where the program keeps it when nothing is said.
    case standard
    /// In a file.
    case path(String)
    /// In memory, gone at the end.
    case memory
  }

  /// Where the configuration is read from.
  public enum Configuration: Sendable, Equatable {
    /// From where the program has it when nothing is said.
    case standard
    /// From a file.
    case path(String)
    /// From nowhere.
    case none
  }

  /// Which plugins take part.
  public enum Plugins: Sendable, Equatable {
    /// All.
    case all
    /// Only these.
    case only([String])
    /// All but these.
    case without([String])
  }

  /// Where the data is.
  public var store = Store.standard
  /// In whose name changes are made.
  public var author: String?
  /// What tables are written as, where something is said about it.
  public var format: OutputFormat?
  /// Whether tables have no names above their columns.
  public var noHeader = false
  /// Whether long output isn't shown page by page.
  public var noPager = false
  /// Which plugins take part.
  public var plugins = Plugins.all
  /// The lines and scripts to run, in the order given.
  public var givenInputs: [ShellInput] = []
  /// Whether a script goes on after an error.
  public var keepsGoing = false
  /// Whether each line is shown before its answer.
  public var echoesLines = false
  /// Whether messages that nobody asked for are left out.
  public var isQuiet = false
  /// Whether what happens is told.
  public var isVerbose = false
  /// Whether output has colors, where something is said about it.
  public var color: ColorChoice?
  /// Where the configuration is read from.
  public var configuration = Configuration.standard
  /// Whether only the version is asked for.
  public var showsVersion = false
  /// Whether only help is asked for.
  public var showsHelp = false
  /// The leading word, such as `demo`.
  public var word: String?

  /// The default options.
  public init() {}

  /// What to read lines from: the inputs given, else standard input.
  public var inputs: [ShellInput] { givenInputs.isEmpty ? [.standardInput] : givenInputs }

  /// Reads the program's arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - words: The leading words that the program knows.
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage``.
  public static func parse(
    _ arguments: [String], words: [String] = []
  ) throws(ShellError) -> ProgramOptions {
    var options = ProgramOptions()
    try options.read(arguments, words: words)
    return options
  }

  /// Reads the program's arguments as ``parse(_:words:)`` does, and keeps those before a wrong one.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage``.
  public mutating func read(_ arguments: [String], words: [String] = []) throws(ShellError) {
    var parser = ProgramOptionsParser(arguments, words: words)
    defer { self = parser.options }
    try parser.parse()
  }

  /// The text that `--help` shows.
  ///
  /// - Parameter words: Leading words with what they do.
  public static func help(
    program: String, words: [(word: String, summary: String)] = []
  ) -> String {
    let rows = words.map { ("\(program) \($0.word)", $0.summary) }
    let wordsText =
      rows.isEmpty ? "" : HelpText.columns(rows.map { [$0.0, $0.1] }, indent: "  ") + "\n\n"
    let options = ProgramOptionsParser.summaries
    return """
      usage: \(program) [OPTION]... [-c LINE]... [-f SCRIPT]...
             \(program) [OPTION]... COMMAND [WORD]...

      \(wordsText)\(HelpText.columns(options.map { [$0.0, $0.1] }, indent: "  "))

      Without a command, -c and -f, lines come from standard input. \(program) help lists the
      commands, and \(program) COMMAND --help explains one. Exit status: 0 all lines succeeded,
      1 a command failed, 2 wrong usage, 3 the store can't be opened.
      """
  }
}
