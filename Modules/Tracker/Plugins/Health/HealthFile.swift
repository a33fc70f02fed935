import Foundation
import StrataApplication
import StrataShell

/// A health export: the XML document, or the zip archive with it.
@MainActor struct HealthFile {
  let input: InputFile
  private let unzip: Process?

  init(_ file: ArgumentValue, _ invocation: Invocation) throws {
    guard file.text.lowercased().hasSuffix(".zip") else {
      input = try InputFile(file, for: invocation)
      unzip = nil
      return
    }
    guard FileManager.default.fileExists(atPath: file.text) else {
      throw file.error("there is no file \(file.text)")
    }
    guard let program = Self.program else {
      throw file.error(
        "there is no unzip on this machine to read \(file.text) with",
        hint: "unpack it and give the export.xml in it")
    }
    let names = try Self.output(of: program, ["-Z1", file.text])
      .split(separator: "\n").map(String.init)
    // The document's name is in the language of the phone.
    let found = names.filter { $0.lowercased().hasSuffix(".xml") && !$0.hasSuffix("_cda.xml") }
    guard let name = found.min(by: { Self.depth($0) < Self.depth($1) }) else {
      throw file.error("there is no export.xml in \(file.text)")
    }
    let pipe = Pipe()
    let process = Process()
    process.executableURL = program
    process.arguments = ["-p", file.text, name.replacing("[", with: "[[]")]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    unzip = process
    let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
    input = InputFile(descriptor: descriptor, name: "\(file.text)/\(name)", isOwned: true)
  }

  private static let program = [
    "/usr/bin/unzip", "/usr/local/bin/unzip", "/opt/homebrew/bin/unzip",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }
  .map { URL(fileURLWithPath: $0) }

  private static func depth(_ name: String) -> Int { name.count { $0 == "/" } }

  private static func output(of program: URL, _ arguments: [String]) throws -> String {
    let pipe = Pipe()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ShellError("\(arguments.last ?? "the archive") can't be read by unzip; is it damaged?")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Waits for `unzip`. Call this at the end of the input.
  ///
  /// - Throws: `ShellError` if the archive could be read only in part.
  func finish() throws(ShellError) {
    guard let unzip else { return }
    unzip.waitUntilExit()
    guard unzip.terminationStatus == 0 else {
      throw ShellError("\(input.name) could be read in part only; is the archive damaged?")
    }
  }

  /// Terminates `unzip`, if it is still running.
  func abandon() { unzip?.terminate() }
}
