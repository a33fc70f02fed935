internal import StrataShell

/// What plugins have to say while nobody has asked.
struct Notices {
  /// Whether a person types lines, in whose midst nothing shall appear.
  var waitForPrompt = false
  fileprivate var waiting: [String] = []
}

extension ApplicationEnvironment {
  /// Tells a person something that no command was asked for: at a terminal before the next prompt, so
  /// that it doesn't stand in the midst of a line, and at once otherwise.
  public func notice(_ text: String) {
    notices.waiting.append(text)
    if !notices.waitForPrompt { showNotices() }
  }

  /// Shows what waits.
  func showNotices() {
    for text in notices.waiting { output.message(text) }
    notices.waiting = []
    // Nobody else writes it out when no line ends. A failure comes up again with the next line.
    try? output.flush()
  }
}
