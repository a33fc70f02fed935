extension Output {
  /// Shows a message to the person, unless the output is quiet.
  ///
  /// It is written to standard output if tables are written for people, else to standard error. In
  /// the JSON format it is a JSON object.
  public func message(_ text: String) {
    guard !isQuiet else { return }
    guard format != .json else {
      return writeError(MessageObject(kind: "message", message: text).line)
    }
    answer(text)
  }

  /// Shows text that a command was asked for: even if quiet, and as text also in the JSON format.
  public func answer(_ text: String) {
    let visible = VisibleText.of(text, keepingLines: true)
    guard format == .table else { return writeError(visible) }
    // The output remembers a failure, and `finishLine()` throws it.
    try? write(visible + "\n")
  }

  /// Shows details on standard error, if the output is verbose.
  public func detail(_ text: @autoclosure () -> String) {
    if isVerbose { writeError("# " + VisibleText.of(text())) }
  }

  /// Shows a warning on standard error, even if the output is quiet.
  public func warning(_ text: String) {
    if format == .json { return writeError(MessageObject(kind: "warning", message: text).line) }
    let label = styled("warning:", .yellow, for: standardError)
    writeError("\(label) \(VisibleText.of(text, keepingLines: true))")
  }

  /// Shows an error on standard error: `script.txt:12:18: error: …`, and its hint on the next line.
  ///
  /// In the JSON format it is a JSON object.
  public func report(_ error: any Error, in line: LogicalLine? = nil) {
    if let error = error as? PlacedError { return report(error.error, at: error.place) }
    let error = ShellError(error)
    report(error, at: line?.place(column: error.column))
  }

  /// Shows an error with its position.
  public func report(_ error: ShellError, at place: SourcePlace?) {
    guard error.kind != .outputClosed, error.kind != .reported else { return }
    if format == .json { return writeError(MessageObject(error, at: place).line) }
    // The terminal has echoed ^C at the cursor, so the error begins on a new line.
    if error.kind == .interrupted, standardError.isTerminal { writeError("") }
    var text = place.map { "\(VisibleText.of($0.description)): " } ?? ""
    text += styled("error:", .red, for: standardError) + " "
    text += VisibleText.of(error.message, keepingLines: true)
    if let hint = error.hint {
      text += "\n" + VisibleText.of(ShellError.indented(hint: hint), keepingLines: true)
    }
    writeError(text)
  }
}
