/// The options of the program's own arguments.
public struct ProgramOptions: Sendable, Equatable {
  /// The location of the store.
  public enum Store: Sendable, Equatable {
    /// The program's standard location.
    case standard
    /// A file.
    case path(String)
    /// In memory, for this run only.
    case memory
  }

  /// The location of the configuration.
  public enum Configuration: Sendable, Equatable {
    /// The program's standard location.
    case standard
    /// A file.
    case path(String)
    /// No configuration.
    case none
  }

  /// The plugins of a run.
  public enum Plugins: Sendable, Equatable {
    /// All plugins.
    case all
    /// Only these plugins.
    case only([String])
    /// All plugins but these.
    case without([String])
  }

  /// The location of the store.
  public var store = Store.standard
  /// The author of changes.
  public var author: String?
  /// The format of tables, if one is given.
  public var format: OutputFormat?
  /// True if tables have no header.
  public var noHeader = false
  /// True if long output isn't paged.
  public var noPager = false
  /// The plugins of the run.
  public var plugins = Plugins.all
  /// The lines and scripts to run, in the order given.
  public var givenInputs: [ShellInput] = []
  /// True if a script continues after an error.
  public var keepsGoing = false
  /// True if each line is shown before its output.
  public var echoesLines = false
  /// True if messages that no command was asked for are left out.
  public var isQuiet = false
  /// True if details are shown.
  public var isVerbose = false
  /// The choice of colors, if one is given.
  public var color: ColorChoice?
  /// The location of the configuration.
  public var configuration = Configuration.standard
  /// True for `--version`.
  public var showsVersion = false
  /// True for `--help`.
  public var showsHelp = false
  /// The leading word, such as `demo`.
  public var word: String?

  /// Makes the default options.
  public init() {}

  /// The inputs to run: those given, else standard input.
  public var inputs: [ShellInput] { givenInputs.isEmpty ? [.standardInput] : givenInputs }

  /// Parses the program's arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - words: The program's leading words.
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage``.
  public static func parse(
    _ arguments: [String], words: [String] = []
  ) throws(ShellError) -> ProgramOptions {
    var options = ProgramOptions()
    try options.read(arguments, words: words)
    return options
  }

  /// Parses the arguments as ``parse(_:words:)`` does, and keeps the options before an invalid one.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage``.
  public mutating func read(_ arguments: [String], words: [String] = []) throws(ShellError) {
    var parser = ProgramOptionsParser(arguments, words: words)
    defer { self = parser.options }
    try parser.parse()
  }

  /// Returns the text for `--help`.
  ///
  /// - Parameters:
  ///   - words: The leading words, with their summaries.
  ///   - width: The terminal's columns, or nil for the length of a page's lines.
  public static func help(
    program: String, words: [(word: String, summary: String)] = [], width: Int? = nil
  ) -> String {
    let rows = words.map { ["\(program) \($0.word)", $0.summary] }
    let wordsText =
      rows.isEmpty ? "" : HelpText.columns(rows, indent: "  ", width: width) + "\n\n"
    let options = ProgramOptionsParser.summaries.map { [$0.0, $0.1] }
    let end = """
      Without a command, -c and -f, lines come from standard input. \(program) help lists the commands, and \(program) \
      COMMAND --help explains one. Exit status: 0 all lines succeeded, 1 a command failed, 2 wrong usage, 3 the store \
      can't be opened.
      """
    return """
      usage: \(program) [OPTION]... [-c LINE]... [-f SCRIPT]...
             \(program) [OPTION]... COMMAND [WORD]...

      \(wordsText)\(HelpText.columns(options, indent: "  ", width: width))

      \(HelpText.wrapped(end, width: width ?? 90))
      """
  }
}

/// An input from which the shell reads lines.
public enum ShellInput: Sendable, Equatable {
  /// A line given with the program's option `-c`.
  case line(String)
  /// The words of one command, from the program's arguments.
  case words([String])
  /// A script. `-` is standard input.
  case script(path: String)
  /// Standard input, with a prompt when it is a terminal.
  case standardInput
}
