struct ProgressState {
  var isShown = false
  var nextTime: ContinuousClock.Instant?
  /// The start of the work with this label: the first report's time and amount.
  var start: (label: String, time: ContinuousClock.Instant, completed: Int)?
}

extension Output {
  /// Shows the progress of long work on standard error, if a person looks at it and it isn't quiet.
  ///
  /// It shows the amount done and, from the third second on, the rate and the remaining time. You
  /// can call it often: it writes at most ten times a second.
  ///
  /// - Parameters:
  ///   - completed: The amount done, in rows or in any unit that `text` formats.
  ///   - total: The total amount, if it is known.
  ///   - text: A function that formats an amount.
  public func progress(
    _ label: String, completed: Int, total: Int? = nil, text: (Int) -> String = { "\($0)" }
  ) {
    guard standardError.isTerminal, showsProgress, !isQuiet, paging.process == nil else { return }
    let now = ContinuousClock.now
    if let next = progressState.nextTime, now < next { return }
    progressState.nextTime = now + .milliseconds(100)
    progressState.isShown = true
    if progressState.start?.label != label || completed < progressState.start?.completed ?? 0 {
      progressState.start = (label, now, completed)
    }
    let line = ProgressText.line(
      label, completed: completed, total: total, since: progressState.start?.completed ?? 0,
      seconds: (now - (progressState.start?.time ?? now)) / .seconds(1), text: text)
    try? standardError.write(Array("\r\u{1B}[K\(VisibleText.of(line))".utf8))
  }

  /// Erases the progress line.
  public func endProgress() {
    clearProgress()
    progressState.nextTime = nil
    progressState.start = nil
  }

  func clearProgress() {
    guard progressState.isShown else { return }
    progressState.isShown = false
    try? standardError.write(Array("\r\u{1B}[K".utf8))
  }
}
