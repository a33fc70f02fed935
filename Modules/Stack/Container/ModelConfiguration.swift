public import Foundation

/// Where a container's store is, and what may be done with it.
public struct ModelConfiguration: Sendable, Hashable {
  /// The name; also the store's file name when no URL is given.
  public let name: String
  /// The store's file; nil for one in memory.
  public let url: URL?
  /// Whether contexts may save.
  public let allowsSave: Bool

  /// Whether the store is in memory and gone with its container.
  public var isStoredInMemoryOnly: Bool { url == nil }

  /// A store in the user's data folder, or in memory.
  ///
  /// The file is `<name>.store` in `$XDG_DATA_HOME` or `~/.local/share`; without a name it is
  /// `default.store`.
  public init(_ name: String? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true) {
    self.name = name ?? "default"
    self.allowsSave = allowsSave
    url = isStoredInMemoryOnly
      ? nil : URL.dataFolder.appendingPathComponent((name ?? "default") + ".store")
  }

  /// A store at a place of one's own.
  public init(_ name: String? = nil, url: URL, allowsSave: Bool = true) {
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.url = url
    self.allowsSave = allowsSave
  }
}

extension URL {
  /// The folder for a user's data (XDG Base Directory Specification).
  package static var dataFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    return FileManager.default.homeDirectoryForCurrentUser
      .appendingPathComponent(".local/share", isDirectory: true)
  }
}
