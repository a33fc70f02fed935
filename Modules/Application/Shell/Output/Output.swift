public import Foundation

/// Where commands write: data, messages for people, warnings, progress.
///
/// Nothing but data goes to standard output, unless tables are written for people.
@MainActor
public final class Output {
  /// How tables are shown, on lines that don't say otherwise.
  public var tableStyle: TableStyle
  /// The zone in which dates are written.
  public var timeZone: TimeZone
  /// Whether messages that nobody asked for are left out.
  public let isQuiet: Bool
  /// Whether what happens is told; see ``detail(_:)``.
  public let isVerbose: Bool
  /// What shows pages; nil for nothing.
  public var pager: Pager?

  let standardOutput: any OutputSink
  let standardError: any OutputSink
  let color: ColorChoice
  let showsProgress: Bool
  /// How tables are shown on this line.
  var lineStyle: TableStyle?
  var paging = Paging()
  var progressState = ProgressState()
  private var pending: [UInt8] = []
  private var failure: ShellError?

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - color: Whether there are colors; see ``ColorChoice/resolved(variables:)``.
  ///   - showsProgress: Whether terminals get lines that are written over; see
  ///     ``allowsProgress(variables:)``.
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

  /// How tables are shown: as the line says, or else as ``tableStyle``.
  public var style: TableStyle { lineStyle ?? tableStyle }

  /// What tables are written as, on this line when it says something of its own.
  public var format: OutputFormat {
    get { style.format }
    set {
      if lineStyle == nil { tableStyle.format = newValue } else { lineStyle?.format = newValue }
    }
  }

  /// Whether nobody reads standard output any more.
  public var isClosed: Bool { failure?.kind == .outputClosed }

  /// How many cells a line of the terminal has that standard output is; nil when it is none.
  public var width: Int? { size?.columns }

  var size: TerminalSize? { standardOutput.isTerminal ? standardOutput.size : nil }

  /// Begins a table that is written row by row.
  ///
  /// - Throws: ``ShellError`` when two columns have the same name or the output can't be written.
  public func beginTable(_ columns: [Table.Column]) throws(ShellError) -> TableWriter {
    try TableWriter(columns, output: self)
  }

  /// Writes a table.
  ///
  /// - Throws: ``ShellError`` when a row doesn't fit the columns or the output can't be written.
  public func print(_ table: Table) throws(ShellError) {
    let writer = try beginTable(table.columns)
    for row in table.rows { try writer.row(row) }
    try writer.end()
  }

  /// Hands over what is still kept back, for somebody who waits for it: there are no pages then.
  ///
  /// - Throws: ``ShellError`` when now or earlier something couldn't be written.
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

  /// Readies what is known of a line before it is run.
  ///
  /// - Parameter isTyped: Whether a person looks at this line's answer, and may turn pages.
  func beginLine(isTyped: Bool) {
    paging = Paging()
    paging.isPossible = isTyped && pager != nil && size != nil
  }

  /// Flushes, waits until the pages are read, and forgets a failure that has been told, except that
  /// nobody reads any more.
  func finishLine() throws(ShellError) {
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

  /// Writes a line to standard error, after what was written before to standard output.
  func writeError(_ text: String) {
    // It would stand in the middle of a page.
    if paging.process != nil { return paging.errors.append(text) }
    // A failure is kept, and thrown when the line ends.
    try? flush()
    clearProgress()
    // There is no place to report that errors can't be reported.
    try? standardError.write(Array((text + "\n").utf8))
  }
}
