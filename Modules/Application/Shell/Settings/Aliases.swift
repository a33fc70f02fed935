import Foundation

/// Aliases: short names for the beginnings of lines.
public struct Aliases: Sendable, Equatable {
  private var lines: [String: String] = [:]

  /// Makes an empty set of aliases.
  public init() {}

  /// All names, sorted.
  public var names: [String] { lines.keys.sorted() }

  /// The text of an alias.
  public subscript(name: String) -> String? { lines[name] }

  /// Sets an alias from the text `NAME = 'line'`.
  ///
  /// - Returns: The name.
  /// - Throws: ``ShellError`` with the column.
  @discardableResult
  mutating func set(_ text: RawText) throws(ShellError) -> String {
    // The tokenizer reports columns of the whole line, since it begins at the text's column.
    var tokenizer = Tokenizer(text.text, at: text.text.startIndex, column: text.column)
    let end = text.text.firstIndex { $0.isWhitespace || $0 == "=" } ?? text.text.endIndex
    let name = String(text.text[..<end])
    guard Self.isName(name) else {
      throw ShellError(
        name.isEmpty ? "the alias has no name" : "“\(name)” can't be an alias's name",
        hint: "write alias NAME = 'line'", column: text.column, kind: .usage)
    }
    tokenizer = Tokenizer(
      text.text, at: end, column: text.column + name.unicodeScalars.count)
    let value = try Assignment.value(in: tokenizer, of: "alias \(name)")
    guard value.text.contains(where: { !$0.isWhitespace }) else {
      throw value.error("alias \(name) stands for nothing", hint: "unalias \(name) removes it")
    }
    do {
      _ = try Tokenizer.tokens(in: value.text)
    } catch {
      throw value.error("alias \(name): \(error.message)", hint: error.hint)
    }
    lines[name] = value.text
    return name
  }

  /// Removes an alias.
  ///
  /// - Returns: False if there was none.
  mutating func remove(_ name: String) -> Bool { lines.removeValue(forKey: name) != nil }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first != "-", first != "#" else { return false }
    return !name.unicodeScalars.contains { $0 == "'" || $0 == "\"" || $0 == "\\" }
  }
}
