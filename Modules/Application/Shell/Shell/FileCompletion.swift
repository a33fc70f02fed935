import Foundation

/// Completion of file names, for commands that take a file.
public enum FileCompletion {
  /// Returns the matching files, with a slash behind folders.
  ///
  /// Hidden files are included only if the typed name begins with a dot.
  public static func candidates(for prefix: String) -> [String] {
    let slash = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let folder = prefix[..<slash]
    let beginning = prefix[slash...]
    let expanded = HomeFolder.expanding(folder)
    let path = folder.isEmpty ? "." : expanded
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { name in
      name.hasPrefix(beginning) && (beginning.hasPrefix(".") || !name.hasPrefix("."))
    }.sorted().map { name in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
      return folder + name + (exists && isFolder.boolValue ? "/" : "")
    }
  }
}
