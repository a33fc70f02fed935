import Foundation
import StrataTestSupport
import StrataTorture

/// One run of a program that works until it is killed or done.
struct KilledRun {
  /// The number of transactions that the program has told of.
  private(set) var acknowledged = 0
  /// The errors that the program has told of, and an end that is neither its own nor the kill.
  private(set) var errors: [String] = []
  /// The end of the program.
  private(set) var end = PeerProgram.End.exit(0)

  /// The result before the first run.
  init() {}

  /// Runs a program with some arguments until a blow.
  init(_ arguments: [String], until blow: Blow) throws {
    var arguments = arguments
    if case .at(let fault, let number) = blow { arguments += [fault.rawValue, "\(number)"] }
    let program = try PeerProgram(arguments)
    if case .after(let count, let microseconds) = blow {
      while acknowledged < count, let line = try program.line() { note(line) }
      let end = ContinuousClock.now + .microseconds(microseconds)
      while ContinuousClock.now < end {}
      program.kill()
    }
    for line in try program.lines() { note(line) }
    end = program.wait()
    if end != .exit(0), end != .signal(SIGKILL) { errors.append("it ended with \(end)") }
  }

  private mutating func note(_ line: String) {
    if line.hasPrefix("done") { acknowledged += 1 }
    if line.hasPrefix("error") { errors.append(line) }
  }
}
