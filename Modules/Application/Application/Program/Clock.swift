import Foundation
import StrataDates
import StrataShell

/// The clock of a program's commands.
enum Clock {
  /// Makes the clock: the machine's, or a fixed moment.
  ///
  /// If the variable `PROGRAM_NOW` names a moment, the clock always returns it, so that scripts and
  /// tests have the same output each time.
  ///
  /// - Throws: A usage error if the variable isn't a date.
  static func make(
    program: String, variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(ShellError) -> @Sendable () -> Date {
    let name = "\(program.uppercased())_NOW"
    guard let text = variables[name], !text.isEmpty else { return { Date() } }
    do {
      let moment = try SpokenDate(text, now: Date(), in: .current)
      return { moment.date }
    } catch {
      throw ShellError(
        "the variable \(name) names no moment: \(error.message)", hint: error.hint,
        kind: .programUsage)
    }
  }
}
