internal import Foundation
internal import Strata
internal import StrataQuery

extension PointQuery {
  /// The data points in stretches of time, one after the other, that have no more than so many each: as
  /// far as not more begin within a millisecond.
  ///
  /// - Parameters:
  ///   - limit: How many a part may have.
  ///   - count: How many there are at all.
  /// - Complexity: O(data points), in an index that has the data points in order of time.
  func parts(
    of limit: Int, count: Int, in context: ModelContext, check: () throws -> Void
  ) throws -> [PointQuery] {
    guard count > limit, let first = try number(.minimum, of: .start, in: context),
      let last = try number(.maximum, of: .start, in: context)
    else { return [self] }
    var parts: [PointQuery] = []
    var start = first
    var length = (last - first) * Double(limit) / Double(count)
    while start <= last {
      try check()
      let end = max(start + length, start.nextUp)
      var part = self
      part.from = Date(timeIntervalSinceReferenceDate: start)
      if end <= last { part.to = Date(timeIntervalSinceReferenceDate: end) }
      let found = try part.count(in: context)
      if found > limit, length > 0.001 {
        length /= 2
        continue
      }
      if found > 0 { parts.append(part) }
      start = end
      if found < limit / 4 { length *= 2 }
    }
    return parts
  }
}
