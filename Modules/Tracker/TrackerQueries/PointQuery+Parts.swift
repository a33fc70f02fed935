internal import Foundation
internal import Strata
internal import StrataQuery

extension PointQuery {
  /// Splits the data points into parts in order of time, each with at most `limit`.
  ///
  /// A part may have more only if they begin within the same millisecond.
  ///
  /// - Parameters:
  ///   - limit: The maximal number in a part.
  ///   - count: The number of all data points.
  /// - Complexity: O(data points), in an index in order of time.
  func parts(
    of limit: Int, count: Int, in context: ModelContext, check: () throws -> Void
  ) throws -> [PointQuery] {
    guard count > limit, let first = try number(.minimum, of: moment, in: context),
      let last = try number(.maximum, of: moment, in: context)
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
