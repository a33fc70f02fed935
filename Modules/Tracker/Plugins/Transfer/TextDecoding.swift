import Foundation
import StrataShell

/// The encodings of files, each of which becomes UTF-8 as the file is read.
enum TextEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case windows = "windows-1252"

  /// The encoding that a file's first bytes tell: UTF-16 by its byte order mark, and UTF-8 otherwise.
  init(_ beginning: [UInt8]) {
    self =
      beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF]) ? .utf16 : .utf8
  }
}

/// Converts the bytes of a file to UTF-8, chunk by chunk.
@MainActor final class TextDecoding {
  private var encoding: TextEncoding?
  /// True if the first byte of a UTF-16 unit is the greater one. Nil until the beginning was read.
  private var isBigEndian: Bool?
  /// The bytes of an unfinished character.
  private var rest: [UInt8] = []

  /// - Parameter encoding: The encoding. The first bytes tell when it is nil.
  init(_ encoding: TextEncoding?) { self.encoding = encoding }

  /// Converts the next bytes. No bytes are the end of the file.
  ///
  /// - Throws: `ShellError` for bytes that aren't text in the encoding.
  func utf8(_ bytes: [UInt8]) throws(ShellError) -> [UInt8] {
    let encoding = self.encoding ?? TextEncoding(bytes)
    self.encoding = encoding
    switch encoding {
    case .utf8: return bytes
    case .windows:
      // Each byte is a character. The five that aren't assigned become replacement characters.
      return Array(
        (String(bytes: bytes, encoding: .windowsCP1252)
          ?? bytes.map { String(bytes: [$0], encoding: .windowsCP1252) ?? "\u{FFFD}" }.joined())
          .utf8)
    case .utf16: return try utf16(bytes)
    }
  }

  private func utf16(_ bytes: [UInt8]) throws(ShellError) -> [UInt8] {
    if bytes.isEmpty, !rest.isEmpty { throw Self.broken }
    var bytes = rest + bytes
    if isBigEndian == nil, bytes.count >= 2 {
      isBigEndian = bytes.starts(with: [0xFE, 0xFF])
      if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
        bytes.removeFirst(2)
      }
    }
    let isBig = isBigEndian ?? false
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBig ? first << 8 | second : second << 8 | first)
    }
    rest = Array(bytes.suffix(bytes.count % 2))
    // Half of a pair waits for its other half.
    if let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      rest = bytes.suffix(2 + bytes.count % 2)
    }
    guard let text = String(validating: units, as: UTF16.self) else { throw Self.broken }
    return Array(text.utf8)
  }

  private static var broken: ShellError {
    ShellError("the text is not UTF-16", hint: "name its encoding with --encoding")
  }
}
