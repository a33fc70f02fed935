/// The value of an argument or an option, with its position in the line.
public struct ArgumentValue: Sendable, Equatable {
  /// The value, without quotes.
  public let text: String
  /// The column in the line where the value begins, at its quote if it has one.
  public let column: Int
  /// The value's range in the line.
  public let range: Range<String.Index>
  /// True if any part of the value was quoted.
  public let isQuoted: Bool
  /// The column of the first character of ``text``, after its quote if it has one.
  ///
  /// Add it to the columns of a parser that reads ``text``.
  public let contentColumn: Int

  /// Parses the value as a whole number.
  ///
  /// - Throws: ``ShellError`` with the column.
  public func integer() throws(ShellError) -> Int {
    guard let number = Int(text) else {
      throw error("“\(text)” is not a whole number")
    }
    return number
  }

  /// Parses the value as a decimal number.
  ///
  /// - Throws: ``ShellError`` with the column.
  public func real() throws(ShellError) -> Double {
    guard let number = Double(decimal: text) else {
      throw error("“\(text)” is not a number", hint: "write it like 98.6 or -5.2e3")
    }
    return number
  }

  /// Returns the value if it is one of the choices.
  ///
  /// - Throws: ``ShellError`` with the list of choices.
  public func choice(of choices: [String], named name: String) throws(ShellError) -> String {
    if choices.contains(text) { return text }
    let nearest = NearestName.find(text, in: choices).map { "did you mean \($0)?\n" } ?? ""
    throw error(
      "\(name) can't be “\(text)”", hint: nearest + "one of: \(choices.joined(separator: ", "))")
  }

  /// Makes a usage error at the value's column.
  public func error(_ message: String, hint: String? = nil) -> ShellError {
    ShellError(message, hint: hint, column: column, kind: .usage)
  }
}

extension ArgumentValue {
  /// Makes a value that isn't from a line, with the column to report errors at.
  public init(_ text: String, column: Int, isQuoted: Bool = false) {
    self.init(
      text: text, column: column, range: text.startIndex..<text.endIndex, isQuoted: isQuoted,
      contentColumn: column)
  }
}

extension ArgumentValue {
  /// Returns a value with another text, at the same place of the line.
  func replacing(text: String) -> ArgumentValue {
    ArgumentValue(
      text: text, column: column, range: range, isQuoted: isQuoted, contentColumn: contentColumn)
  }

  /// Makes one value of several that follow each other on a line, with a space between their texts.
  ///
  /// - Returns: Nil for none.
  public init?(joining values: ArraySlice<ArgumentValue>) {
    guard let first = values.first, let last = values.last else { return nil }
    self.init(
      text: values.map(\.text).joined(separator: " "), column: first.column,
      range: first.range.lowerBound..<last.range.upperBound,
      isQuoted: values.contains(where: \.isQuoted), contentColumn: first.contentColumn)
  }
}

extension ArgumentValue {
  init(_ token: Token, in source: String) {
    // An unquoted word may be empty, or begin with a character that is a quote elsewhere.
    let opening = token.isQuoted ? source.unicodeScalars[token.range.lowerBound] : nil
    self.init(
      text: token.text, column: token.column, range: token.range, isQuoted: token.isQuoted,
      contentColumn: opening == "'" || opening == "\"" ? token.column + 1 : token.column)
  }
}
