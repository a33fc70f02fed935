struct ProgressState {
  var isShown = false
  var nextTime: ContinuousClock.Instant?
}

extension Output {
  /// Shows on standard error how far long work has come, when a person looks and not quiet. May be
  /// called often: it writes ten times a second at most.
  public func progress(_ label: String, completed: Int, total: Int? = nil) {
    guard standardError.isTerminal, showsProgress, !isQuiet, paging.process == nil else { return }
    let now = ContinuousClock.now
    if let next = progressState.nextTime, now < next { return }
    progressState.nextTime = now + .milliseconds(100)
    progressState.isShown = true
    var text = "\(VisibleText.of(label)) \(completed)"
    if let total, total > 0 {
      let percent = Int(Double(completed) / Double(total) * 100)
      text += " of \(total) (\(percent) %)"
    }
    try? standardError.write(Array("\r\u{1B}[K\(text)".utf8))
  }

  /// Takes the progress line away.
  public func endProgress() {
    clearProgress()
    progressState.nextTime = nil
  }

  func clearProgress() {
    guard progressState.isShown else { return }
    progressState.isShown = false
    try? standardError.write(Array("\r\u{1B}[K".utf8))
  }
}
