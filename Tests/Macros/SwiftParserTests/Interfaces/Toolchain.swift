import Foundation

/// The compiler on the path, and the interface files that come with it.
struct Toolchain {
  let compiler: URL
  /// The interface files of its libraries, each once, in a stable order.
  let interfaces: [URL]

  /// Nil where there is no compiler on the path; then nothing can be compared.
  static let found: Toolchain? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
    guard
      let compiler = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { return nil }
    return Toolchain(
      compiler: compiler, interfaces: resources(of: compiler).map(interfaces(below:)) ?? [])
  }()

  private static func resources(of compiler: URL) -> URL? {
    struct Target: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    // A compiler that doesn't say has no files for us; the test says that it found none.
    guard let data = try? output(of: compiler, ["-print-target-info"]),
      let target = try? JSONDecoder().decode(Target.self, from: data)
    else { return nil }
    return URL(fileURLWithPath: target.paths.runtimeResourcePath)
  }

  /// One file a module: there is one for each architecture, and a private one beside it.
  private static func interfaces(below folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var ofModule: [String: URL] = [:]
    for case let file as URL in all ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swiftinterface" && !file.path.contains(".private.") {
      let module = file.deletingLastPathComponent().path
      if ofModule[module].map({ file.path < $0.path }) ?? true { ofModule[module] = file }
    }
    return ofModule.values.sorted { $0.path < $1.path }
  }

  /// Runs a program and gives what it writes to standard output.
  static func output(of program: URL, _ arguments: [String]) throws -> Data {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-dump-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    // What can't be removed is in a temporary folder.
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = handle
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try handle.close()
    return try Data(contentsOf: file)
  }
}
