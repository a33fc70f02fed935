import Foundation

/// The modules and programs of `Package.swift`, as SwiftPM reads them.
struct Manifest {
  /// A folder of `Modules`, or `Apps`, with its targets in the order of the manifest.
  struct Floor {
    let name: String
    var targets: [Target]
  }

  struct Target: Decodable {
    let name: String
    let path: String?
    let type: String
    /// True if the target sees what only this package sees.
    let packageAccess: Bool
  }

  /// SwiftPM didn't take the manifest.
  struct Refused: Error {
    let output: String
  }

  /// The floors, the lowest first.
  let floors: [Floor]

  init(at folder: URL) throws {
    struct Package: Decodable { let targets: [Target] }
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-manifest-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files and no pipes: a full pipe would block the process while the other one is read.
    let output = scratch.appendingPathComponent("output")
    let errors = scratch.appendingPathComponent("errors")
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    // It would leave most modules out.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "STRATA_TESTS" }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Refused(output: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
    let package = try JSONDecoder().decode(Package.self, from: Data(contentsOf: output))
    var floors: [Floor] = []
    for target in package.targets {
      let parts = target.path?.split(separator: "/").map(String.init) ?? []
      guard parts.count > 1, ["Modules", "Apps"].contains(parts[0]) else { continue }
      let name = parts[0] == "Apps" ? "Apps" : parts[1]
      if let index = floors.firstIndex(where: { $0.name == name }) {
        floors[index].targets.append(target)
      } else {
        floors.append(Floor(name: name, targets: [target]))
      }
    }
    self.floors = floors
  }

  /// The floors as Markdown draws them, the highest first.
  var picture: String {
    let width = (floors.map(\.name.count).max() ?? 0) + 2
    let lines = floors.reversed().map { floor in
      let names = floor.targets.map { target in
        let folder = target.path?.split(separator: "/").last.map(String.init) ?? target.name
        return target.name.hasSuffix("Plugin") ? "\(folder) (plugin)" : folder
      }
      return Self.lines(of: names, indentedBy: width, after: floor.name)
    }
    return "```\n" + lines.joined(separator: "\n") + "\n```\n"
  }

  /// Names beside their floor, in lines of at most 100 columns.
  private static func lines(of names: [String], indentedBy width: Int, after title: String)
    -> String
  {
    var lines = [title.padding(toLength: width, withPad: " ", startingAt: 0)]
    for (index, name) in names.enumerated() {
      let text = index == names.count - 1 ? name : name + ", "
      if index > 0, lines[lines.count - 1].count + text.count > 100 {
        lines[lines.count - 1].removeLast()
        lines.append(String(repeating: " ", count: width))
      }
      lines[lines.count - 1] += text
    }
    return lines.joined(separator: "\n")
  }
}
