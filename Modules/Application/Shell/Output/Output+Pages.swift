/// The state of paging for one line.
struct Paging {
  /// True if a pager may still be started for this line.
  var isPossible = false
  var lineCount = 0
  var process: PagerProcess?
  /// Messages to write to standard error after the pager has ended.
  var errors: [String] = []
}

extension Output {
  /// Starts the pager once the output exceeds the screen.
  func turnPages(_ bytes: [UInt8]) {
    guard paging.isPossible, style.usesPager, let pager, let size else { return }
    paging.lineCount += bytes.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    guard paging.lineCount >= size.rows else { return }
    paging.isPossible = false
    // Nil if it can't be started: the output is then shown at once.
    paging.process = PagerProcess(pager)
  }

  /// Waits until the person has closed the pager.
  func endPages() {
    guard let process = paging.process else { return }
    process.finish()
    let errors = paging.errors
    paging = Paging()
    for text in errors { writeError(text) }
  }
}
