import Foundation

extension Settings {
  /// Parses a configuration.
  ///
  /// It has lines `name = value` and `alias NAME = 'line'`, empty lines, and comments behind `#`.
  /// Values may be quoted like the words of a line.
  ///
  /// - Parameters:
  ///   - name: The file's name in errors.
  ///   - folder: The folder that relative paths start from.
  /// - Throws: ``PlacedError`` for the first invalid line.
  public mutating func read(
    _ text: String, name: String, folder: String
  ) throws(PlacedError) {
    // Splits by scalars, since a carriage return and its line feed are one character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let place = SourcePlace(name: name, line: index + 1)
      do {
        try read(String(line.last == "\r" ? line.dropLast() : line), at: place, folder)
      } catch {
        var error = error
        error.kind = .programUsage
        throw PlacedError(
          error, at: SourcePlace(name: name, line: index + 1, column: error.column))
      }
    }
  }

  private mutating func read(
    _ line: String, at place: SourcePlace, _ folder: String
  ) throws(ShellError) {
    var tokenizer = Tokenizer(line)
    guard tokenizer.skipBlanks() else { return }
    let start = tokenizer.index
    let column = tokenizer.column
    let wordEnd = line[start...].firstIndex { $0.isWhitespace || $0 == "=" } ?? line.endIndex
    let name = String(line[start..<wordEnd])
    if name == "alias" {
      let rest = Tokenizer(line, at: wordEnd, column: column + 5).rawText()
      try aliases.set(rest ?? RawText(text: "", column: column + 5, range: wordEnd..<wordEnd))
      return
    }
    guard let setting = declared.first(where: { $0.name == name }) else {
      let nearest = NearestName.find(name, in: declared.map(\.name) + ["alias"])
      throw ShellError(
        "there is no setting “\(name)”",
        hint: nearest.map { "did you mean \($0)?" }
          ?? "the settings are \(declared.map(\.name).joined(separator: ", ")) and alias",
        column: column)
    }
    if let earlier = entries[name] {
      throw ShellError(
        "\(name) is set twice", hint: "the first time in line \(earlier.place.line)", column: column
      )
    }
    let afterName = Tokenizer(
      line, at: wordEnd, column: column + line.unicodeScalars[start..<wordEnd].count)
    let value = try Assignment.value(in: afterName, of: name)
    do {
      let text = try setting.checked(value, folder: folder)
      let place = SourcePlace(name: place.name, line: place.line, column: value.column)
      entries[name] = Entry(value: value, text: text, place: place)
    } catch {
      var error = ShellError(error)
      error.column = value.column
      throw error
    }
  }
}

extension Setting {
  /// Validates a value, and returns its normalized text.
  fileprivate func checked(_ value: ArgumentValue, folder: String) throws -> String {
    func wrong() -> ShellError {
      value.error("\(name) can't be “\(value.text)”", hint: "it is \(form)")
    }
    var text = value.text
    switch kind {
    case .text: break
    case .boolean: if Settings.truth(text) == nil { throw wrong() }
    case .integer: if Int(text) == nil { throw wrong() }
    case .real: if Double(decimal: text) == nil { throw wrong() }
    case .choice(let choices): text = try value.choice(of: choices, named: name)
    case .names: if Settings.list(text).contains("") || text.isEmpty { throw wrong() }
    case .path:
      if text.isEmpty { throw wrong() }
      text = HomeFolder.expanding(text)
      if !text.hasPrefix("/") { text = folder + "/" + text }
    }
    try check(text)
    return text
  }
}
