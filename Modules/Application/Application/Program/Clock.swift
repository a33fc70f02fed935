import Foundation
import StrataDates
import StrataShell

/// What time it is for a program's commands.
enum Clock {
  /// The machine's clock; where the variable `PROGRAM_NOW` names a moment, it is always that one, so
  /// that scripts and tests answer the same each time.
  ///
  /// - Throws: a usage error for a variable that names no moment.
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
