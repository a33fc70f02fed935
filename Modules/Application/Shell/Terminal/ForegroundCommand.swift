import Foundation
import StrataPlatform

/// A command of the system's shell that runs in the terminal's foreground.
///
/// `Process` can't be used, since it would put the command into the background.
enum ForegroundCommand {
  /// The input of a command.
  enum Input {
    /// That of this program.
    case inherited
    /// None.
    case empty
    /// What is written to the other end of a pipe.
    case descriptor(Int32)
  }

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - arguments: The command's `$1` and further ones, behind a name for its messages.
  ///   - signals: The signals that this program ignores or handles, and the command doesn't.
  /// - Returns: The process, or the error number of the system.
  @MainActor static func start(
    _ command: String, _ arguments: [String] = [], variables: [String: String], input: Input,
    defaultSignals signals: [Int32]
  ) -> (process: pid_t, error: Int32) {
    // The types differ between C libraries.
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    switch input {
    case .inherited: break
    case .empty: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .descriptor(let end): posix_spawn_file_actions_adddup2(&actions, end, 0)
    }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in signals { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let words = ["/bin/sh", "-c", command] + arguments
    let error = withStrings(words) { arguments in
      withStrings(variables.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&process, words[0], &actions, &attributes, arguments, variables)
      }
    }
    return (process, error)
  }
}

/// Calls a body with an array of C strings that ends in nil.
private func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
