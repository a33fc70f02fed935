import Foundation

/// An error for people: what went wrong, where in the line, and what to do about it.
public struct ShellError: Error, Sendable, Equatable {
  /// The category of an error, which decides the program's exit status.
  ///
  /// The names appear in the JSON of ``Output/report(_:at:)``, so they must not change.
  public enum Kind: String, Sendable, Equatable {
    /// The line can't be split into words, or isn't text.
    case syntax
    /// A command was called incorrectly, or doesn't exist.
    case usage
    /// The command itself failed.
    case failed
    /// The command was cancelled, for instance with Ctrl-C.
    case interrupted
    /// The reader of the output has closed it. This error isn't shown.
    case outputClosed
    /// The error was shown where it happened, for instance inside an included script.
    case reported
    /// The program was started with wrong arguments.
    case programUsage
    /// The store can't be opened.
    case storeUnavailable
  }

  /// The error's category.
  public var kind: Kind
  /// The description of the failure: one sentence without a full stop.
  public var message: String
  /// Advice on what to do, in one or more lines.
  public var hint: String?
  /// The column in the line, from 1, counted in Unicode scalars.
  public var column: Int?

  /// Makes an error.
  public init(
    _ message: String, hint: String? = nil, column: Int? = nil, kind: Kind = .failed
  ) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.column = column
  }

  /// Converts any error: by its own conversion (``ShellErrorConvertible``), else by its
  /// description.
  public init(_ error: any Error) {
    switch error {
    case let error as ShellError: self = error
    case let error as PlacedError: self = error.error
    case let error as any ShellErrorConvertible: self = error.shellError
    case is CancellationError: self = .interrupted
    case let error as CocoaError: self.init(error.localizedDescription)
    default: self.init(String(describing: error))
    }
  }

  /// The error of a cancelled command.
  public static var interrupted: ShellError { ShellError("interrupted", kind: .interrupted) }

  /// The exit status of a program that ends because of this error.
  public var exitStatus: ExitStatus {
    switch kind {
    case .outputClosed: .success
    case .syntax, .usage, .failed, .interrupted, .reported: .commandFailed
    case .programUsage: .wrongUsage
    case .storeUnavailable: .storeUnavailable
    }
  }
}

extension ShellError: CustomStringConvertible {
  /// The message, with the hint on lines of its own.
  public var description: String {
    guard let hint else { return message }
    return "\(message)\n\(ShellError.indented(hint: hint))"
  }

  /// The hint on the lines that follow a message.
  public static func indented(hint: String) -> String {
    let lines = hint.split(separator: "\n", omittingEmptySubsequences: false)
    return "  hint: " + lines.joined(separator: "\n        ")
  }
}

/// An error that can be converted for display in the shell.
///
/// Conform the error types of your application's modules, so that a person sees their message, hint
/// and column.
public protocol ShellErrorConvertible: Error {
  /// The converted error. Its column counts from the beginning of the command line.
  var shellError: ShellError { get }
}

/// The exit status of the program.
public enum ExitStatus: Int32, Sendable, Equatable {
  /// Every line succeeded.
  case success = 0
  /// A command failed.
  case commandFailed = 1
  /// The program was started with wrong arguments.
  case wrongUsage = 2
  /// The store can't be opened.
  case storeUnavailable = 3
}
