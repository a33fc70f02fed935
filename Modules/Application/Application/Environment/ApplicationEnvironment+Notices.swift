internal import StrataShell

/// The queue of messages that plugins show without a command.
struct Notices {
  /// True if a person types lines: notices then wait for the next prompt.
  var waitForPrompt = false
  fileprivate var waiting: [String] = []
}

extension ApplicationEnvironment {
  /// Shows a message that no command asked for.
  ///
  /// At a terminal it appears before the next prompt, so that it doesn't interrupt a line being
  /// typed. Otherwise it appears at once.
  public func notice(_ text: String) {
    notices.waiting.append(text)
    if !notices.waitForPrompt { showNotices() }
  }

  /// Writes the queued notices.
  func showNotices() {
    for text in notices.waiting { output.message(text) }
    notices.waiting = []
    // No command ends here that would flush the output. A write error is reported with the next
    // line.
    try? output.flush()
  }
}
