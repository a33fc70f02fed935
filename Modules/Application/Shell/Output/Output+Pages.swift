/// How far a line's output is on its way to a pager.
struct Paging {
  /// Whether a pager may still be started for this line.
  var isPossible = false
  var lineCount = 0
  var process: PagerProcess?
  /// What goes to standard error when the pages are read.
  var errors: [String] = []
}

extension Output {
  /// Starts the pager once there are more lines than the screen has.
  func turnPages(_ bytes: [UInt8]) {
    guard paging.isPossible, style.usesPager, let pager, let size else { return }
    paging.lineCount += bytes.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    guard paging.lineCount >= size.rows else { return }
    paging.isPossible = false
    // Where it can't be started, all is shown at once.
    paging.process = PagerProcess(pager)
  }

  /// Waits until the person has read.
  func endPages() {
    guard let process = paging.process else { return }
    process.finish()
    let errors = paging.errors
    paging = Paging()
    for text in errors { writeError(text) }
  }
}
