import Foundation
import StrataPlatform

/// A person's program for editing texts.
public struct Editor: Sendable, Equatable {
  /// The command that the system's shell runs, with a file's path behind it.
  public let command: String

  /// Makes an editor.
  public init(command: String) { self.command = command }

  /// Finds the person's editor: `$VISUAL`, else `$EDITOR`, else `vi`.
  ///
  /// - Parameter hasTerminal: True if the program's input and output are a terminal.
  /// - Throws: ``ShellError`` if neither variable is set, and `vi` would have no terminal.
  public static func find(
    variables: [String: String], hasTerminal: Bool
  ) throws(ShellError) -> Editor {
    let wishes = [variables["VISUAL"], variables["EDITOR"]].compactMap { $0 }
    let command = wishes.map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty }
    if let command { return Editor(command: command) }
    guard hasTerminal, variables["TERM"] != "dumb" else {
      throw ShellError(
        "there is no terminal to edit in, and neither VISUAL nor EDITOR names an editor",
        hint: "set EDITOR, or give the new values on the line")
    }
    return Editor(command: "vi")
  }

  /// Runs the editor on a file, in the terminal's foreground, and waits for its end.
  ///
  /// Without a terminal it has no input, so that it doesn't read the lines of a script.
  ///
  /// - Throws: ``ShellError`` if it can't be started or fails.
  @MainActor public func edit(_ path: String) throws(ShellError) {
    let status = try run(path)
    guard status != 0 else { return }
    let isSignal = status & 0x7f != 0
    let code = isSignal ? status & 0x7f : status >> 8 & 0xff
    let reason =
      isSignal
      ? "was ended by signal \(code)"
      : [126, 127].contains(code) ? "can't be started" : "failed with status \(code)"
    throw ShellError(
      "the editor “\(command)” \(reason)",
      hint: "nothing was changed; VISUAL or EDITOR names the editor")
  }

  /// Returns the status of `waitpid`.
  @MainActor private func run(_ path: String) throws(ShellError) -> Int32 {
    // This program ignores SIGPIPE, and while it waits also what a person types in the editor: Ctrl-C and
    // Ctrl-\ go to all programs of the terminal. The editor gets the usual handlers.
    let interruption = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interruption)
      signal(SIGQUIT, quit)
    }
    // The trap lets the system's shell wait for an editor that handles Ctrl-C.
    let (process, code) = ForegroundCommand.start(
      "trap : INT QUIT; \(command) \"$@\"", [command, path],
      variables: ProcessInfo.processInfo.environment, input: isatty(0) == 1 ? .inherited : .empty,
      defaultSignals: [SIGPIPE, SIGINT, SIGQUIT])
    guard code == 0 else {
      throw ShellError(
        "the editor “\(command)” can't be started: \(String(cString: strerror(code)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        throw ShellError("can't wait for the editor: \(String(cString: strerror(errno)))")
      }
    }
    return status
  }
}
