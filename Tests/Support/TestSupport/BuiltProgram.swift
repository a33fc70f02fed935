public import Foundation

/// Finds the package's programs.
public enum BuiltProgram {
  /// There is no such program where the tests are.
  public struct NotBuilt: Error, CustomStringConvertible {
    let name: String
    let places: [String]

    /// The name, and where it was looked for.
    public var description: String {
      "\(name) isn't built: it is in none of \(places.joined(separator: ", "))"
    }
  }

  /// A program in the build folder that these tests come from, whatever its place and configuration.
  public static func url(_ name: String) throws -> URL {
    var starts = CommandLine.arguments.filter { $0.hasPrefix("/") }
    // Other systems have no such link.
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      starts.insert(path, at: 0)
    }
    starts += [Bundle.main.bundlePath] + Bundle.allBundles.map(\.bundlePath)
    var places: [String] = []
    for start in starts {
      var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
      // A test bundle is a few folders deep on some systems.
      for _ in 0..<4 where folder.path != "/" {
        let program = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder),
          !isFolder.boolValue, FileManager.default.isExecutableFile(atPath: program.path)
        {
          return program
        }
        places.append(folder.path)
        folder.deleteLastPathComponent()
      }
    }
    throw NotBuilt(name: name, places: places)
  }
}
