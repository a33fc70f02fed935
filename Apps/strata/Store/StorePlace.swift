import Foundation
import StrataCoreDataStores
import StrataShell
import StrataSQLite

/// The location of a store, from a path of the command line: of a file, an app's container (`.xcappdata`), a folder, or a zip
/// archive of these, or a server's address.
@MainActor final class StorePlace {
  let url: URL
  /// The folder into which an archive was unpacked.
  private let unpacked: URL?

  /// The folders that are models rather than have stores.
  private static let models: Set<String> = ["momd", "xcdatamodeld", "xcdatamodel"]

  /// - Parameter mayChange: True if the store is to be changed, which one in an archive can't be.
  /// - Throws: ``ShellError`` for a folder or an archive in which there is no store, or several. `StorageError`.
  init(_ path: String, mayChange: Bool) throws {
    let given = try NamedModel.storeURL(path)
    var isFolder: ObjCBool = false
    guard !given.isOfServer,
      FileManager.default.fileExists(atPath: given.path, isDirectory: &isFolder)
    else {
      (url, unpacked) = (given, nil)
      return
    }
    if isFolder.boolValue {
      guard !Self.models.contains(given.pathExtension) else {
        (url, unpacked) = (given, nil)
        return
      }
      (url, unpacked) = (try Self.store(in: given, called: path), nil)
      return
    }
    guard given.pathExtension.lowercased() == "zip" else {
      (url, unpacked) = (given, nil)
      return
    }
    guard !mayChange else {
      throw ShellError(
        "\(path) is an archive, in which nothing can be changed",
        hint: "unpack it, and give the folder", kind: .storeUnavailable)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "strata-\(UUID().uuidString)")
    do {
      try Self.unpack(given, into: folder)
      url = try Self.store(in: folder, called: path, isArchive: true)
    } catch {
      // Dropped: if the folder can't be removed, the system removes it. The error that is thrown says what is wrong.
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
    unpacked = folder
  }

  deinit {
    guard let unpacked else { return }
    // A folder that can't be removed is left to the system, as all in this place.
    try? FileManager.default.removeItem(at: unpacked)
  }

  /// The one store in a folder, and in those in it.
  private static func store(
    in folder: URL, called name: String, isArchive: Bool = false
  ) throws -> URL {
    var found: [URL] = []
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    while let file = files?.nextObject() as? URL {
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
        !["-wal", "-shm", "-journal"].contains(where: file.path.hasSuffix)
      else { continue }
      if try isStore(file) { found.append(file) }
    }
    // Nobody else has the folder of an archive.
    let outside = isArchive ? folder.resolvingSymlinksInPath().path + "/" : ""
    let paths = found.map { $0.resolvingSymlinksInPath().path }.map {
      $0.hasPrefix(outside) ? String($0.dropFirst(outside.count)) : $0
    }.sorted()
    guard let first = found.first else {
      throw ShellError(
        "there is no store of Strata, Core Data or SwiftData in \(name)", kind: .storeUnavailable)
    }
    guard found.count == 1 else {
      throw ShellError(
        "\(name) has \(found.count) stores:\n\(paths.joined(separator: "\n"))",
        hint: isArchive ? "unpack it, and give the path of one" : "give the path of one",
        kind: .storeUnavailable)
    }
    return first
  }

  private static func isStore(_ file: URL) throws -> Bool {
    do {
      switch try DatabaseKind(of: file) {
      case nil: return false
      case .strata: return true
      case .other: return try CoreDataStore.isStore(at: file)
      }
    } catch is StorageError {
      // A file of another program that is damaged or locked isn't the store that is looked for.
      return false
    }
  }

  /// The program that unpacks archives.
  private static let unzip = ["/usr/bin/unzip", "/usr/local/bin/unzip", "/opt/homebrew/bin/unzip"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static func unpack(_ archive: URL, into folder: URL) throws {
    guard let unzip else {
      throw ShellError(
        "there is no unzip on this machine to read \(archive.path) with",
        hint: "unpack it, and give the folder", kind: .storeUnavailable)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: unzip)
    process.arguments = ["-q", archive.path, "-d", folder.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ShellError(
        "\(archive.path) can't be unpacked; is it damaged?", kind: .storeUnavailable)
    }
  }
}
