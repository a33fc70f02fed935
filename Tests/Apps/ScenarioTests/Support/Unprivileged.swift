import Foundation
import Testing

/// Runs the program as somebody whom the system refuses things, since it refuses root nothing.
enum Unprivileged {
  /// The prefix of a shell command line that runs a program without privileges.
  static let prefix = geteuid() == 0 ? "\(profile) \(user) " : ""

  private static let user = "setpriv --reuid=65534 --regid=65534 --clear-groups"
  // Which lines run can't be counted where somebody else may not write, and the program would say so.
  private static let profile = "env LLVM_PROFILE_FILE=/dev/null"

  /// True if that works here. As root it requires setpriv(1), and a build folder that everybody can
  /// read.
  static let isPossible: Bool = {
    guard let shell = try? AppShell(),
      let result = try? shell.pipeline(prefix + #""$APPSHELL" --version"#)
    else { return false }
    return result.status == 0
  }()

  /// Why not.
  static let reason: Comment = "root can't run the program as somebody else here"
}
