/// A text has the character U+0000, which a server's texts can't have.
package struct ZeroCharacter: Error, CustomStringConvertible {
  package init() {}

  /// A description of the error, and what to do.
  package var description: String {
    "a text with a zero character (U+0000) can't be stored on a PostgreSQL server; remove the character"
  }

  /// Returns true if a JSON text has the escape of the character.
  static func isEscaped(in json: String) -> Bool {
    var bytes = json.utf8[...]
    while let backslash = bytes.firstIndex(of: UInt8(ascii: "\\")) {
      bytes = bytes[bytes.index(after: backslash)...]
      if bytes.starts(with: "u0000".utf8) { return true }
      // The escaped character, which may be a backslash.
      bytes = bytes.dropFirst()
    }
    return false
  }
}
