/// A value that a line gave for an argument or an option.
public struct ArgumentValue: Sendable, Equatable {
  /// The value, without quotes.
  public let text: String
  /// The column in the line where the value begins, its quote included.
  public let column: Int
  /// Where the value stands in the line.
  public let range: Range<String.Index>
  /// Whether any part of it was quoted.
  public let isQuoted: Bool
  /// The column of the value's first character, after its quote if it has one: what a parser of
  /// ``text`` adds its own columns to.
  public let contentColumn: Int

  /// The value as a whole number.
  ///
  /// - Throws: ``ShellError`` that names the column.
  public func integer() throws(ShellError) -> Int {
    guard let number = Int(text) else {
      throw error("“\(text)” is not a whole number")
    }
    return number
  }

  /// The value as a decimal number.
  ///
  /// - Throws: ``ShellError`` that names the column.
  public func real() throws(ShellError) -> Double {
    guard let number = Double(decimal: text) else {
      throw error("“\(text)” is not a number", hint: "write it like 98.6 or -5.2e3")
    }
    return number
  }

  /// The value, when it is one of the choices.
  ///
  /// - Throws: ``ShellError`` that lists the choices.
  public func choice(of choices: [String], named name: String) throws(ShellError) -> String {
    if choices.contains(text) { return text }
    let nearest = NearestName.find(text, in: choices).map { "did you mean \($0)?\n" } ?? ""
    throw error(
      "\(name) can't be “\(text)”", hint: nearest + "one of: \(choices.joined(separator: ", "))")
  }

  /// An error about this value.
  public func error(_ message: String, hint: String? = nil) -> ShellError {
    ShellError(message, hint: hint, column: column, kind: .usage)
  }
}

extension ArgumentValue {
  /// A value that stands elsewhere than on the line, with the column to report errors at.
  public init(_ text: String, column: Int, isQuoted: Bool = false) {
    self.init(
      text: text, column: column, range: text.startIndex..<text.endIndex, isQuoted: isQuoted,
      contentColumn: column)
  }
}

extension ArgumentValue {
  init(_ token: Token, in source: String) {
    // An unquoted word may be empty, or begin with what would be a quote elsewhere.
    let opening = token.isQuoted ? source.unicodeScalars[token.range.lowerBound] : nil
    self.init(
      text: token.text, column: token.column, range: token.range, isQuoted: token.isQuoted,
      contentColumn: opening == "'" || opening == "\"" ? token.column + 1 : token.column)
  }
}
