public import Foundation

/// Where commands write: data, messages for people, warnings, progress.
///
/// When the format is JSON or CSV, nothing but data goes to standard output.
@MainActor
public final class Output {
  /// What tables are written as.
  public var format: OutputFormat
  /// The zone in which dates are written.
  public var timeZone: TimeZone
  /// Whether messages that nobody asked for are left out.
  public let isQuiet: Bool

  let standardOutput: any OutputSink
  let standardError: any OutputSink
  private let allowsColor: Bool
  let showsProgress: Bool
  private var pending: [UInt8] = []
  private var failure: ShellError?
  var progressState = ProgressState()

  /// Makes an output.
  ///
  /// - Parameters:
  ///   - allowsColor: Whether terminals get colors; see ``allowsColor(noColorOption:variables:)``.
  ///   - showsProgress: Whether terminals get lines that are written over; see
  ///     ``allowsProgress(variables:)``.
  public init(
    standardOutput: any OutputSink, standardError: any OutputSink,
    format: OutputFormat = .table, timeZone: TimeZone = .current, isQuiet: Bool = false,
    allowsColor: Bool = false, showsProgress: Bool = true
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.format = format
    self.timeZone = timeZone
    self.isQuiet = isQuiet
    self.allowsColor = allowsColor
    self.showsProgress = showsProgress
  }

  /// Whether nobody reads standard output any more.
  public var isClosed: Bool { failure?.kind == .outputClosed }

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

  /// Hands over what is still kept back.
  ///
  /// - Throws: ``ShellError`` when now or earlier something couldn't be written.
  public func flush() throws(ShellError) {
    if let failure { throw failure }
    guard !pending.isEmpty else { return }
    clearProgress()
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    do {
      try standardOutput.write(bytes)
    } catch {
      failure = error
      throw error
    }
  }

  /// Flushes, and forgets a failure that has been told, except that nobody reads any more.
  func finishLine() throws(ShellError) {
    endProgress()
    defer { if !isClosed { failure = nil } }
    try flush()
  }

  func write(_ bytes: [UInt8]) throws(ShellError) {
    if let failure { throw failure }
    pending += bytes
    if pending.count >= 1 << 16 { try flush() }
  }

  func write(_ text: String) throws(ShellError) { try write(Array(text.utf8)) }

  /// Writes a line to standard error, after what was written before to standard output.
  func writeError(_ text: String) {
    // A failure is kept, and thrown when the line ends.
    try? flush()
    clearProgress()
    // There is no place to report that errors can't be reported.
    try? standardError.write(Array((text + "\n").utf8))
  }

  func usesColor(_ sink: any OutputSink) -> Bool { allowsColor && sink.isTerminal }
}
