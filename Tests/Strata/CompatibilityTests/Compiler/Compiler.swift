import Foundation
import StrataTestSupport

/// The compiler, with the modules and the macros that these tests are built with.
struct Compiler {
  private let folder: URL
  private let arguments: [String]

  /// Nil where there is no compiler on the path, or the modules aren't beside these tests.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let compiler = folders.map({ "\($0)/swiftc" })
        .first(where: FileManager.default.isExecutableFile(atPath:)),
      let products = Self.products
    else { return nil }
    let plugin = products.appendingPathComponent("StrataMacros-tool").path
    arguments = [
      compiler, "-swift-version", "6", "-wmo", "-package-name", "Clients", "-diagnostic-style",
      "llvm",
      "-I", products.appendingPathComponent("Modules").path, "-Xcc",
      "-fmodule-map-file=\(Repository.root.path)/Modules/Stores/CSQLite/module.modulemap",
      "-Xcc",
      "-fmodule-map-file=\(Repository.root.path)/Modules/Essentials/CRuntime/module.modulemap",
      "-load-plugin-executable", "\(plugin)#StrataMacros",
    ]
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-compiler-\(UUID().uuidString)", isDirectory: true)
  }

  /// The build folder that these tests come from.
  private static var products: URL? {
    // Without the link the arguments tell, on other systems.
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    for start in [program].compactMap(\.self) + CommandLine.arguments where start.hasPrefix("/") {
      var folder = URL(fileURLWithPath: start).deletingLastPathComponent()
      // A test bundle is a few folders deep on some systems.
      for _ in 0..<4 where folder.path != "/" {
        let plugin = folder.appendingPathComponent("StrataMacros-tool").path
        if FileManager.default.isExecutableFile(atPath: plugin) { return folder }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  /// Compiles sources as one module, and gives the errors in each as `line: what it says`.
  func errors(in sources: [String]) throws -> [[String]] {
    try compile(module: "Client", sources, ["-typecheck"])
  }

  /// Compiles sources as one module, and gives the warnings in each as `line: what it says`.
  func warnings(in sources: [String]) throws -> [[String]] {
    try compile(module: "Client", sources, ["-typecheck"], kind: "warning")
  }

  /// Compiles a module that others import, then another that does.
  func errors(in source: String, importing library: String) throws -> [[String]] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // It is in a temporary folder, so what can't be removed does no harm.
    defer { try? FileManager.default.removeItem(at: folder) }
    let module = ["-emit-module-path", folder.appendingPathComponent("Library.swiftmodule").path]
    let found = try compile(module: "Library", [library], ["-emit-module"] + module)
    guard found == [[]] else { return found }
    return try compile(module: "Client", [source], ["-typecheck", "-I", folder.path])
  }

  /// Type-checks a module of this package as it is without the package's traits, and returns what the compiler says.
  func diagnostics(ofModule name: String, in path: String) throws -> String {
    let root = Repository.root
    let folder = root.appendingPathComponent(path)
    // The package manager names a package by its folder, as an identifier of C.
    let package = String(
      root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let sources = (files ?? []).filter { $0.hasSuffix(".swift") }.sorted()
    let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    // The last package's name counts, which SwiftPM takes from its folder.
    return try run(
      arguments + ["-package-name", package]
        + features.flatMap { ["-enable-upcoming-feature", $0] }
        + ["-typecheck", "-module-name", name]
        + sources.map { folder.appendingPathComponent($0).path })
  }

  private func compile(
    module: String, _ sources: [String], _ options: [String], kind: String = "error"
  ) throws -> [[String]] {
    let folder = folder.appendingPathComponent(module, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // As above.
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for (number, source) in sources.enumerated() {
      let file = folder.appendingPathComponent("\(number).swift")
      try Data(("import Foundation; import SwiftData\n" + source).utf8).write(to: file)
      files.append(file.path)
    }
    let output = try run(arguments + ["-module-name", module] + options + files)
    var errors = [[String]](repeating: [], count: sources.count)
    for line in output.split(separator: "\n") {
      guard let range = line.range(of: ": \(kind): ") else { continue }
      let place = line[..<range.lowerBound].split(separator: ":").map(String.init)
      guard place.count == 3, let number = files.firstIndex(of: place[0]),
        let lineNumber = Int(place[1])
      else {
        // An error that isn't in the source is nobody's, and each test sees it.
        for number in errors.indices { errors[number].append(String(line)) }
        continue
      }
      // What the compiler adds says which macro spoke.
      let message = line[range.upperBound...]
      let end = message.range(of: " (from macro")?.lowerBound ?? message.endIndex
      errors[number].append("\(lineNumber - 1): \(message[..<end])")
    }
    return errors
  }

  private func run(_ command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
