import StrataModel
package import StrataSchema

/// Something that couldn't be read where nobody could be told by an error: a getter can't throw, and
/// neither can a delete or an assignment.
///
/// It is kept until a save has thrown it and it could be read, or the context is rolled back. Until
/// then no save writes anything: what was done here may rest on what wasn't known.
package struct ReadFailure {
  /// Whose property it is, kept for as long as it couldn't be read.
  var subject: AnyObject?
  /// What went wrong, with object and property.
  var error: StackError
  /// What could be read of a to-many relationship's members.
  var members: [any PersistentModel] = []
  /// Whether a change waits for it, so that a look at the value is not enough.
  var finishesChange = false
  /// Reads again, and finishes what couldn't be done without.
  var resume: () throws -> Void
  /// Whether a save has thrown it.
  var isReported = false
  /// Whether it could be read since.
  var isResolved = false

  struct Key: Hashable {
    let object: ObjectIdentifier
    let part: Part
  }

  /// What of its subject couldn't be read.
  package enum Part: Hashable {
    case object
    case property(PropertyIndex)
    /// Those of fetched rows that are read together, from this one on.
    case rows(from: Int)
  }
}

/// The members of a to-many relationship that could be read, where others couldn't.
// Thrown and caught on the isolation of its graph, and never let out of it.
struct PartlyRead: Error, @unchecked Sendable {
  let members: [any PersistentModel]
  let reason: any Error
}

/// Failures in the order in which they came, one for each property of an object.
struct ReadFailures {
  private var entries: [ReadFailure] = []
  private var indices: [ReadFailure.Key: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }
  var errors: [StackError] { entries.map(\.error) }

  subscript(key: ReadFailure.Key) -> ReadFailure? { indices[key].map { entries[$0] } }

  mutating func record(_ failure: ReadFailure, _ key: ReadFailure.Key) {
    if let index = indices[key] {
      var failure = failure
      // Whoever only looked has nothing to finish; what has to be finished stays so.
      if entries[index].finishesChange, !failure.finishesChange {
        failure.finishesChange = true
        failure.resume = entries[index].resume
      }
      entries[index] = failure
    } else {
      indices[key] = entries.count
      entries.append(failure)
    }
  }

  /// Records that something could be read after all. A save has still to say that it once couldn't, and
  /// to finish what waits for it.
  mutating func resolve(_ key: ReadFailure.Key) {
    guard let index = indices[key], !entries[index].finishesChange else { return }
    indices[key] = nil
    entries[index].isResolved = true
    entries[index].subject = nil
    entries[index].members = []
    entries[index].resume = {}
  }

  /// The same after a save has thrown all of it: what still can't be read, and nothing to be said again.
  var reported: ReadFailures {
    var failures = ReadFailures()
    for (key, failure) in standing {
      var failure = failure
      failure.isReported = true
      failures.record(failure, key)
    }
    return failures
  }

  /// Those that couldn't be read yet, with what they are about.
  var standing: [(ReadFailure.Key, ReadFailure)] {
    indices.sorted { $0.value < $1.value }.map { ($0.key, entries[$0.value]) }
  }

  /// Tries all again.
  ///
  /// - Returns: What a save has to throw: all that still can't be read, and what it hasn't thrown yet.
  mutating func retry() -> [StackError] {
    let due = entries
    var keys: [Int: ReadFailure.Key] = [:]
    for (key, index) in indices { keys[index] = key }
    entries = []
    indices = [:]
    var errors: [StackError] = []
    for (index, failure) in due.enumerated() {
      if failure.isResolved {
        if !failure.isReported { errors.append(failure.error) }
        continue
      }
      do {
        try failure.resume()
        if !failure.isReported { errors.append(failure.error) }
      } catch {
        var left = failure
        if let error = error as? StackError, case .unreadable = error { left.error = error }
        left.isReported = true
        errors.append(left.error)
        if let key = keys[index] { record(left, key) }
      }
    }
    return errors
  }
}
