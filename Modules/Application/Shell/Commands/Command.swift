/// What commands run in, made by the application.
@MainActor
public protocol ShellEnvironment: AnyObject {
  /// Where commands write.
  var output: Output { get }

  /// Runs a command's body, with whatever has to be round it: for instance a transaction that is
  /// saved when the body succeeds and rolled back when it throws.
  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws

  /// What would be lost if the shell were left now, such as `2 unsaved changes`; nil for nothing. At a
  /// prompt, whoever leaves is told once.
  var unfinished: String? { get }
}

extension ShellEnvironment {
  /// Nothing, where an environment doesn't say otherwise.
  public var unfinished: String? { nil }
}

/// A command: what it is called, what it takes, and what it does.
public struct Command<Environment: ShellEnvironment>: Sendable {
  /// What the command does.
  public typealias Body = @MainActor (Invocation, Environment) async throws -> Void
  /// What may stand at the cursor.
  public typealias Completion = @MainActor (CompletionRequest, Environment) -> [String]

  /// How the command is called.
  public let signature: CommandSignature
  /// What it does, in a few words.
  public let summary: String
  /// More about it, for `help COMMAND`.
  public let discussion: String
  /// Lines that show its use.
  public let examples: [String]
  /// The heading that `help` lists it under.
  public let group: String
  /// Whether the command runs without ``ShellEnvironment/perform(_:body:)`` round it.
  public let bypassesEnvironment: Bool
  /// What may stand at the cursor, in arguments and option values.
  public let completion: Completion?
  /// What it does.
  public let run: Body

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

  /// The words with a blank between.
  public var name: String { signature.name }
  /// The usage line.
  public var usage: String { signature.usage }
}
