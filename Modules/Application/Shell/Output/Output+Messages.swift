extension Output {
  /// Tells a person something: on standard output when that is for people anyway, else on standard
  /// error, as an object when the format is JSON. Left out when quiet.
  public func message(_ text: String) {
    guard !isQuiet else { return }
    guard format != .json else {
      return writeError(MessageObject(kind: "message", message: text).line)
    }
    answer(text)
  }

  /// As ``message(_:)``, but what was asked for, so that it is shown even when quiet, and always as a text.
  public func answer(_ text: String) {
    let visible = VisibleText.of(text, keepingLines: true)
    guard format == .table else { return writeError(visible) }
    // A failure is kept, and thrown when the line ends.
    try? write(visible + "\n")
  }

  /// Says on standard error what happens, to whoever wants to know: when verbose.
  public func detail(_ text: @autoclosure () -> String) {
    if isVerbose { writeError("# " + VisibleText.of(text())) }
  }

  /// Warns on standard error, even when quiet.
  public func warning(_ text: String) {
    if format == .json { return writeError(MessageObject(kind: "warning", message: text).line) }
    let label = styled("warning:", .yellow, for: standardError)
    writeError("\(label) \(VisibleText.of(text, keepingLines: true))")
  }

  /// Shows an error on standard error: `script.txt:12:18: error: …`, and its hint on a line of its
  /// own; as an object when the format is JSON.
  public func report(_ error: any Error, in line: LogicalLine? = nil) {
    if let error = error as? PlacedError { return report(error.error, at: error.place) }
    let error = ShellError(error)
    report(error, at: line?.place(column: error.column))
  }

  /// Shows an error that belongs to a place.
  public func report(_ error: ShellError, at place: SourcePlace?) {
    guard error.kind != .outputClosed, error.kind != .reported else { return }
    if format == .json { return writeError(MessageObject(error, at: place).line) }
    // The terminal shows ^C where the cursor was.
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
