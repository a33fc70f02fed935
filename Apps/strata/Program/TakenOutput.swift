import StrataShell

/// An output whose text is taken after each command.
@MainActor final class TakenOutput: OutputSink {
  let isTerminal = false
  private let limit: Int
  private var text = ""

  /// - Parameter limit: The number of bytes that it takes between two calls of ``take()``.
  init(limit: Int = .max) { self.limit = limit }

  /// The error of more than the limit.
  static var tooLong: ShellError {
    ShellError(
      "the answer is longer than 1 MiB",
      hint: "ask for less: add a limit or a condition, or ask for one object")
  }

  /// Adds bytes.
  ///
  /// - Throws: ``tooLong``
  func write(_ bytes: [UInt8]) throws(ShellError) {
    guard text.utf8.count + bytes.count <= limit else { throw Self.tooLong }
    text += String(decoding: bytes, as: UTF8.self)
  }

  /// The text since the last call.
  func take() -> String {
    defer { text = "" }
    return text
  }
}
