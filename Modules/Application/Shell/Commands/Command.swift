/// The environment of commands, which the application provides.
@MainActor
public protocol ShellEnvironment: AnyObject {
  /// The commands' output.
  var output: Output { get }

  /// Runs a command's body, for instance in a transaction.
  ///
  /// The shell calls this for each command. An implementation may save if the body succeeds, and
  /// roll back if it throws.
  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws

  /// The work that is lost if the shell ends now, such as `2 unsaved changes`. Nil for none.
  ///
  /// At a prompt, the shell warns once before a person leaves.
  var unfinished: String? { get }

  /// Returns a hint for a word that begins a line and is no command. Nil if you have none.
  func hint(forUnknown word: String) -> String?
}

extension ShellEnvironment {
  /// No unfinished work.
  public var unfinished: String? { nil }
  /// No hint.
  public func hint(forUnknown word: String) -> String? { nil }
}

/// A command: its words, arguments and options, its help, and its body.
///
/// ```swift
/// Command<MyEnvironment>(
///   ["item", "add"], "add an item", arguments: [.required("NAME")]
/// ) { invocation, environment in
///   try environment.add(invocation.require("NAME").text)
/// }
/// ```
public struct Command<Environment: ShellEnvironment>: Sendable {
  /// The body of a command.
  public typealias Body = @MainActor (Invocation, Environment) async throws -> Void
  /// A function that returns the completions at the cursor.
  public typealias Completion = @MainActor (CompletionRequest, Environment) -> [String]

  /// The command's words, arguments and options.
  public internal(set) var signature: CommandSignature
  /// A summary of a few words.
  public let summary: String
  /// Details for `help COMMAND`.
  public let discussion: String
  /// Example lines for `help COMMAND`.
  public let examples: [String]
  /// The heading under which `help` lists the command.
  public let group: String
  /// True if the shell runs the body without ``ShellEnvironment/perform(_:body:)``.
  public let bypassesEnvironment: Bool
  /// The completions of arguments and option values.
  public let completion: Completion?
  /// The body.
  public let run: Body
  /// The store that the command needs. ``StoreNeed/any`` unless ``needing(_:)`` says otherwise.
  public private(set) var storeNeed = StoreNeed.any

  /// Makes a command.
  public init(
    _ words: [String], _ summary: String, arguments: [Argument] = [],
    options: [CommandLineOption] = [], parsesOptions: Bool = true, discussion: String = "",
    examples: [String] = [], group: String = "", bypassesEnvironment: Bool = false,
    completion: Completion? = nil, run: @escaping Body
  ) {
    signature = CommandSignature(
      words: words, arguments: arguments, options: options, parsesOptions: parsesOptions)
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.group = group
    self.bypassesEnvironment = bypassesEnvironment
    self.completion = completion
    self.run = run
  }

  /// Returns the command with another need of a store.
  ///
  /// ```swift
  /// Command(["note", "list"], "list notes") { _, environment in … }.needing(.existing)
  /// ```
  public func needing(_ need: StoreNeed) -> Command {
    var command = self
    command.storeNeed = need
    return command
  }

  /// The words, joined by a blank.
  public var name: String { signature.name }
  /// The usage line.
  public var usage: String { signature.usage }
}
