struct ProgressState {
  var isShown = false
  var nextTime: ContinuousClock.Instant?
  /// When the work of this label was first heard of, and how far it was.
  var start: (label: String, time: ContinuousClock.Instant, completed: Int)?
}

extension Output {
  /// Shows on standard error how far long work has come, when a person looks and not quiet: how much is
  /// done, and, from the third second on, how much in a second and how long it will take. May be called
  /// often: it writes ten times a second at most.
  ///
  /// - Parameters:
  ///   - completed: How much is done; rows, or whatever `text` makes of it.
  ///   - total: How much there is to do, where that is known.
  ///   - text: The words for an amount.
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

  /// Takes the progress line away.
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
