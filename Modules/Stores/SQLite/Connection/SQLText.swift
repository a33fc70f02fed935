internal import Foundation

/// A name as SQL has it: in double quotes, so that any name will do.
public func quoted(_ name: String) -> String {
  // Hardly any name has a quote in it, and looking for one byte is much cheaper than replacing.
  guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(name)\"" }
  return "\"" + name.replacing("\"", with: "\"\"") + "\""
}

/// A text as SQL has it.
package func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
