import Foundation
import StrataApplication
import StrataShell

/// The input of an import: a file, standard input, or a sample of the application.
@MainActor struct ImportFile {
  let name: String
  let bytes: InputBytes
  private let input: InputFile?
  private let encoding: TextEncoding?

  init(_ invocation: Invocation, _ environment: ApplicationEnvironment) throws {
    let file = try invocation.require("FILE")
    name = file.text == "-" ? "<stdin>" : file.text
    encoding = try invocation.option("encoding").map(Self.encoding)
    guard file.text.hasPrefix("sample:") else {
      let input = try InputFile(file, for: invocation)
      self.input = input
      bytes = try InputBytes(input, encoding, for: invocation)
      return
    }
    let sample = String(file.text.dropFirst("sample:".count))
    guard let content = environment.samples[sample] else {
      throw file.error(
        "there is no sample “\(sample)”",
        hint: "there is \(environment.samples.keys.sorted().joined(separator: ", "))")
    }
    input = nil
    bytes = InputBytes(content)
  }

  private static func encoding(_ value: ArgumentValue) throws(ShellError) -> TextEncoding {
    guard let encoding = TextEncoding(rawValue: value.text.lowercased()) else {
      throw value.error(
        "“\(value.text)” is no encoding that import reads",
        hint: "one of: \(TextEncoding.allCases.map(\.rawValue).joined(separator: " "))")
    }
    return encoding
  }

  /// True if the file can be read more than once.
  var canBeReadAgain: Bool { input?.byteCount != nil || input == nil }

  /// The number of bytes that were read.
  var readCount: Int { input?.readCount ?? bytes.beginning.count }
  /// The length in bytes. Nil for a pipe.
  var byteCount: Int? { input.map(\.byteCount) ?? bytes.beginning.count }

  /// Returns the bytes from the beginning again.
  ///
  /// - Throws: `ShellError` for a pipe, which can be read only once.
  func again(_ invocation: Invocation) throws -> InputBytes {
    guard let input else { return bytes }
    try input.rewind()
    return try InputBytes(input, encoding, for: invocation)
  }
}
