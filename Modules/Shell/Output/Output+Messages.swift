extension Output {
  /// Tells a person something: on standard output when that is for people anyway, else on standard
  /// error. Left out when quiet.
  public func message(_ text: String) {
    if !isQuiet { answer(text) }
  }

  /// As ``message(_:)``, but what was asked for, so that it is shown even when quiet.
  public func answer(_ text: String) {
    let visible = VisibleText.of(text, keepingLines: true)
    guard format == .table else { return writeError(visible) }
    // A failure is kept, and thrown when the line ends.
    try? write(visible + "\n")
  }

  /// Warns on standard error, even when quiet.
  public func warning(_ text: String) {
    let label = styled("warning:", .yellow, for: standardError)
    writeError("\(label) \(VisibleText.of(text, keepingLines: true))")
  }

  /// Shows an error on standard error: `script.txt:12:18: error: …`, and its hint on a line of its
  /// own.
  public func report(_ error: any Error, in line: LogicalLine? = nil) {
    let error = ShellError(error)
    report(error, at: line?.place(column: error.column))
  }

  /// Shows an error that belongs to a place.
  public func report(_ error: ShellError, at place: SourcePlace?) {
    guard error.kind != .outputClosed, error.kind != .reported else { return }
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
