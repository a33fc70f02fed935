import Foundation
import StrataModelSource
import StrataShell

/// The Swift files of a folder.
struct SwiftSources {
  private let files: [SourceAdaptation.File]
  /// The files that can't be read or aren't text, each with the reason.
  private let unreadFiles: [String]

  /// Reads all files of a folder and of those in it, or one file.
  ///
  /// - Throws: ``ShellError`` if there is no such folder, or if one in it can't be read.
  init(_ path: String) throws(ShellError) {
    var files: [SourceAdaptation.File] = []
    var unread: [String] = []
    for path in try Self.paths(HomeFolder.expanding(path)) {
      do {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        if let text = String(data: data, encoding: .utf8) {
          files.append(.init(path: path, text: text))
        } else {
          unread.append("\(path) isn't UTF-8, as Swift needs it")
        }
      } catch {
        unread.append("\(path) can't be read: \(error.localizedDescription)")
      }
    }
    (self.files, unreadFiles) = (files, unread)
  }

  /// Adapts the sources.
  ///
  /// - Returns: The adaptation, and the files that couldn't be read or parsed, each with the reason.
  func adaptation() -> (SourceAdaptation, unread: [String]) {
    let adaptation = SourceAdaptation(files)
    return (adaptation, unreadFiles + adaptation.unreadFiles.map(\.description))
  }

  /// Reads the model of the classes with `@Model`.
  ///
  /// - Throws: ``ShellError`` with each file that can't be read or parsed, or if there is no such class.
  func model(namespace: String?) throws(ShellError) -> SourceModel {
    guard unreadFiles.isEmpty else {
      throw ShellError(
        unreadFiles.joined(separator: "\n"), hint: "mend it, or give a folder without it",
        kind: .storeUnavailable)
    }
    do {
      return try SourceModel(files, namespace: namespace)
    } catch {
      let hint =
        switch error {
        case .unreadable: "mend it, or give a folder without it"
        case .noClasses: "give the folder of the model classes"
        case .severalVersions: "choose one with --namespace"
        }
      throw ShellError(error.description, hint: hint, kind: .storeUnavailable)
    }
  }

  /// Replaces each file by its new source, whole or not at all.
  ///
  /// - Throws: ``ShellError`` if a file can't be written. Those before it are written then.
  func write(_ files: [SourceAdaptation.AdaptedFile]) throws(ShellError) {
    for file in files {
      // The file behind a link, so that the link stays.
      let url = URL(fileURLWithPath: file.path).resolvingSymlinksInPath()
      do {
        let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
        let new = url.deletingLastPathComponent()
          .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        do {
          try Data(file.text.utf8).write(to: new)
          if let mode {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: new.path)
          }
          guard rename(new.path, url.path) == 0 else {
            throw CocoaError(.fileWriteUnknown)
          }
        } catch {
          // Dropped: the first error matters, and a file that isn't there can't be removed.
          try? FileManager.default.removeItem(at: new)
          throw error
        }
      } catch {
        throw ShellError(
          "\(file.path) can't be written: \(error.localizedDescription)",
          hint: "the files before it are adapted; run the command again when it can be written")
      }
    }
  }

  private static func paths(_ path: String) throws(ShellError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ShellError(
        "there is no \(path)", hint: "give a folder with Swift files", kind: .storeUnavailable)
    }
    guard isFolder.boolValue else { return [path] }
    var paths: [String] = []
    try collect(path, &paths)
    return paths.sorted()
  }

  private static func collect(_ folder: String, _ paths: inout [String]) throws(ShellError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw ShellError(
        "\(folder) can't be read: \(error.localizedDescription)", kind: .storeUnavailable)
    }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names where !name.hasPrefix(".") && !passedOver.contains(name) {
      let path = base + name
      // A link to a folder could lead back into this one.
      let type: FileAttributeType?
      do {
        type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      } catch {
        throw ShellError(
          "\(path) can't be read: \(error.localizedDescription)", kind: .storeUnavailable)
      }
      if type == .typeDirectory {
        try collect(path, &paths)
      } else if name.hasSuffix(".swift") {
        paths.append(path)
      }
    }
  }

  /// Folders of other programs' sources and of products.
  private static let passedOver: Set<String> = ["Pods", "Carthage", "DerivedData"]
}
