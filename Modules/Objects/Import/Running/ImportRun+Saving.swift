import StrataContexts
import StrataModel

extension ImportRun {
  // The number of attempts for an item whose save conflicts with other programs' saves.
  private static var patience: Int { 4 }

  /// Saves a part of a chunk. If it fails, saves both halves, down to the single item that fails.
  ///
  /// O(n log n) for n items, however many fail.
  func save(_ part: Range<Int>, of chunk: inout ImportChunk) throws {
    do {
      record(try attempt(part, chunk), part, chunk)
    } catch ImportObstacle.item(let position, let error) {
      guard options.failures == .skip else { throw failure(position, of: chunk, error) }
      chunk.failed[position] = error
      try saveHalves(part, of: &chunk)
    } catch ImportObstacle.refused(let error, let position) {
      guard options.failures == .skip else {
        throw position.map { failure($0, of: chunk, error) } ?? error
      }
      if part.count == 1 { chunk.failed[part.lowerBound] = error }
      try saveHalves(part, of: &chunk)
    }
  }

  private func saveHalves(_ part: Range<Int>, of chunk: inout ImportChunk) throws {
    guard part.count > 1 else { return try save(part, of: &chunk) }
    let middle = part.lowerBound + part.count / 2
    try save(part.lowerBound..<middle, of: &chunk)
    try save(middle..<part.upperBound, of: &chunk)
  }

  private func attempt(
    _ part: Range<Int>, _ chunk: ImportChunk
  ) throws -> [Result<ItemOutcome, any Error>] {
    let failed = chunk.failed.isEmpty ? [] : part.compactMap { chunk.failed[$0] }
    if failed.count == part.count { return failed.map { .failure($0) } }
    // A larger part is split and looked up again anyway.
    let repeats = part.count == 1 || options.failures == .stop
    var count = 1
    while true {
      do {
        return try ImportAttempt(
          part, of: chunk, type, options, target.makeContext(), countsChanges: countsChanges
        ).run(key)
      } catch ImportObstacle.uncounted {
        countsChanges = true
      } catch ImportObstacle.refused(let error, _)
        where repeats && error.mayPass && count < Self.patience
      {
        count += 1
      }
    }
  }
}
