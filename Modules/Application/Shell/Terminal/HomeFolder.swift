import Foundation

/// The home folder of the person who runs the program.
public enum HomeFolder {
  /// The value of `$HOME`, as shells use it for `~`, else the folder in the system's user database.
  public static var path: String {
    let home = ProcessInfo.processInfo.environment["HOME"]
    return home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
  }

  /// Replaces a leading `~/` of a path by the home folder.
  public static func expanding(_ path: some StringProtocol) -> String {
    path.hasPrefix("~/") ? self.path + path.dropFirst() : String(path)
  }
}
