internal import Foundation
import StrataShell

extension Application {
  /// Prints the completions at the cursor, for the completion scripts of other shells.
  ///
  /// `complete words WORD...` prints each candidate, a tab and its summary.
  /// `complete bash LINE BREAKS` prints them in bash's form.
  func complete(_ arguments: [String], _ variables: [String: String]) -> ExitStatus {
    var written = ""
    do {
      switch arguments.first {
      case "words":
        let words = Array(arguments.dropFirst())
        let candidates = try candidates(Array(words.dropLast()), words.last ?? "", variables)
        written = candidates.map { "\($0.text)\t\($0.summary)\n" }.joined()
      case "bash" where arguments.count == 3:
        let lines = try CompletionShell.bashCompletions(
          for: arguments[1], breaks: arguments[2]
        ) { try candidates($0, $1, variables) }
        written = lines.map { $0 + "\n" }.joined()
      default:
        throw ShellError(
          "complete is for other shells", hint: "\(name) completion SHELL writes what they need",
          kind: .programUsage)
      }
      try FileDescriptorOutput.standardOutput().write(Array(written.utf8))
      return .success
    } catch {
      Output(ProgramOptions(), program: name, variables: variables).report(error)
      return ShellError(error).exitStatus
    }
  }

  private func candidates(
    _ words: [String], _ prefix: String, _ variables: [String: String]
  ) throws -> [CompletionCandidate] {
    let place = ProgramCompletion(
      words, prefix: prefix,
      leading: describedWords,
      plugins: plugins.map(\.name))
    switch place {
    case .candidates(let candidates): return candidates
    case .command(let command, let others):
      let options = ProgramCompletion.options(Array(words.dropLast(command.count)))
      let (settings, path) = try readSettings(options, variables)
      let run = ProgramRun(self, options, settings, configurationPath: path, variables)
      return try run.completionShell().candidates(words: command, prefix: prefix)
        + others.filter { $0.text.hasPrefix(prefix) }
    }
  }
}
