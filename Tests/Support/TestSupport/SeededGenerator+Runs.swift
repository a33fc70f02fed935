internal import Dispatch
internal import Foundation
internal import Synchronization

extension SeededGenerator {
  /// Does runs of a random test side by side, one for each processor, and tells from time to time how many are done.
  ///
  /// - Parameters:
  ///   - count: The number of runs.
  ///   - test: The name of the test, which stands before the lines that tell.
  ///   - fault: Does the run of a seed, and returns what is wrong, or nil.
  /// - Returns: What is wrong, with the seeds, in the order in which the seeds were drawn.
  public mutating func faults(
    inRuns count: Int, of test: String, _ fault: @Sendable (UInt64) -> String?
  ) -> [(seed: UInt64, fault: String)] {
    let seeds = (0..<count).map { _ in next() }
    let found = Mutex<[Int: String]>([:])
    let done = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      if let text = fault(seeds[index]) {
        found.withLock { $0[index] = text }
      }
      done.withLock { done in
        done += 1
        guard count >= 100, done.isMultiple(of: count / 20) else { return }
        let line = "\(test): \(done) of \(count) runs, \(found.withLock(\.count)) with faults\n"
        // Standard output waits for a full buffer where it is no terminal.
        FileHandle.standardError.write(Data(line.utf8))
      }
    }
    return found.withLock(\.self).sorted { $0.key < $1.key }.map { (seeds[$0.key], $0.value) }
  }
}
