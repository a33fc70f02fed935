import StrataShell

/// An output whose text is taken after each command.
@MainActor final class TakenOutput: OutputSink {
  let isTerminal = false
  private var text = ""

  func write(_ bytes: [UInt8]) throws(ShellError) { text += String(decoding: bytes, as: UTF8.self) }

  /// The text since the last call.
  func take() -> String {
    defer { text = "" }
    return text
  }
}
