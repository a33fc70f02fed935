public import Foundation

/// The output of commands: data, messages for people, warnings and progress.
///
/// Standard output gets only data, unless tables are written for people.
@MainActor
public final class Output {
  /// The default style of tables, for lines that don't set their own.
  public var tableStyle: TableStyle
  /// The time zone of written dates.
  public var timeZone: TimeZone
  /// True if messages that no command was asked for are left out.
  public let isQuiet: Bool
  /// True if details are shown (``detail(_:)``).
  public let isVerbose: Bool
  /// The pager. Nil for none.
  public var pager: Pager?

  let standardOutput: any OutputSink
  let standardError: any OutputSink
  let color: ColorChoice
  let showsProgress: Bool
  /// The style of tables of the current line, if it sets one.
  var lineStyle: TableStyle?
  var paging = Paging()
  var progressState = ProgressState()
  private var pending: [UInt8] = []
  private var failure: ShellError?

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - color: The choice of colors. See ``ColorChoice/resolved(variables:)``.
  ///   - showsProgress: True to show progress on terminals. See ``allowsProgress(variables:)``.
  public init(
    standardOutput: any OutputSink, standardError: any OutputSink,
    format: OutputFormat = .table, timeZone: TimeZone = .current, isQuiet: Bool = false,
    isVerbose: Bool = false, color: ColorChoice = .never, showsProgress: Bool = true
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.timeZone = timeZone
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
    self.color = color
    self.showsProgress = showsProgress
    tableStyle = TableStyle(format: format)
  }

  /// The style of tables on this line.
  public var style: TableStyle { lineStyle ?? tableStyle }

  /// The format of tables on this line. Setting it changes the line's format if it has its own,
  /// else the default.
  public var format: OutputFormat {
    get { style.format }
    set {
      if lineStyle == nil { tableStyle.format = newValue } else { lineStyle?.format = newValue }
    }
  }

  /// True if the reader of standard output has closed it.
  public var isClosed: Bool { failure?.kind == .outputClosed }

  /// The number of columns of the terminal. Nil if standard output isn't a terminal.
  public var width: Int? { size?.columns }

  var size: TerminalSize? { standardOutput.isTerminal ? standardOutput.size : nil }

  /// Begins a table that you write row by row.
  ///
  /// - Throws: ``ShellError`` if two columns have the same name or the output can't be written.
  public func beginTable(_ columns: [Table.Column]) throws(ShellError) -> TableWriter {
    try TableWriter(columns, output: self)
  }

  /// Writes a table.
  ///
  /// - Throws: ``ShellError`` if a row doesn't fit the columns or the output can't be written.
  public func print(_ table: Table) throws(ShellError) {
    let writer = try beginTable(table.columns)
    for row in table.rows { try writer.row(row) }
    try writer.end()
  }

  /// Writes everything that is buffered. Output of this line isn't paged after that.
  ///
  /// Call this before a command waits, so that the person sees what was written.
  ///
  /// - Throws: ``ShellError`` if writing fails now or failed before.
  public func flush() throws(ShellError) {
    paging.isPossible = false
    try handOver()
  }

  private func handOver() throws(ShellError) {
    if let failure { throw failure }
    guard !pending.isEmpty else { return }
    clearProgress()
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    if let process = paging.process { return process.write(bytes) }
    do {
      try standardOutput.write(bytes)
    } catch {
      failure = error
      throw error
    }
  }

  /// Resets the state of paging for a line.
  ///
  /// - Parameter isTyped: True if a person typed the line, so that its output may be paged.
  func beginLine(isTyped: Bool) {
    paging = Paging()
    paging.isPossible = isTyped && pager != nil && size != nil
  }

  /// Flushes, waits for the pager to end, and throws a failure once.
  ///
  /// Only the failure that the reader has closed the output persists for later lines.
  ///
  /// Call it behind each command that you run by ``Shell/execute(words:)``.
  public func finishLine() throws(ShellError) {
    endProgress()
    defer { if !isClosed { failure = nil } }
    do throws(ShellError) {
      try flush()
    } catch {
      endPages()
      throw error
    }
    endPages()
  }

  func write(_ bytes: [UInt8]) throws(ShellError) {
    if let failure { throw failure }
    pending += bytes
    turnPages(bytes)
    if pending.count >= 1 << 16, !paging.isPossible { try handOver() }
  }

  func write(_ text: String) throws(ShellError) { try write(Array(text.utf8)) }

  /// Writes a line to standard error, after flushing standard output.
  func writeError(_ text: String) {
    // While the pager runs, it would appear in the middle of a page.
    if paging.process != nil { return paging.errors.append(text) }
    // The output remembers a failure, and `finishLine()` throws it.
    try? flush()
    clearProgress()
    // A failure of standard error can't be reported anywhere.
    try? standardError.write(Array((text + "\n").utf8))
  }
}

extension Output {
  /// Writes data, such as a file's bytes, to standard output unchanged.
  ///
  /// - Throws: ``ShellError`` if the output can't be written.
  public func write(data bytes: some Sequence<UInt8>) throws(ShellError) {
    try write(Array(bytes))
  }
}

extension Output {
  /// True if standard output shows colors.
  public var showsColor: Bool { usesColor(standardOutput) }

  /// The number of rows of the terminal. Nil if standard output isn't a terminal.
  public var height: Int? { size?.rows }

  /// Writes lines unchanged, including control sequences such as colors.
  ///
  /// Use it for pictures. Escape any text from data first, with ``VisibleText``.
  ///
  /// - Throws: ``ShellError`` if the output can't be written.
  public func draw(_ lines: [String]) throws(ShellError) {
    for line in lines { try write(line + "\n") }
  }
}
