import Foundation

/// The folder of the person who runs the program.
public enum HomeFolder {
  /// `$HOME`, as shells have it for `~`; the system's list of users says it where that isn't set.
  public static var path: String {
    let home = ProcessInfo.processInfo.environment["HOME"]
    return home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
  }

  /// A path with the folder in place of a leading `~/`.
  public static func expanding(_ path: some StringProtocol) -> String {
    path.hasPrefix("~/") ? self.path + path.dropFirst() : String(path)
  }
}
