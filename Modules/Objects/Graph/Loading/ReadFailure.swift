import StrataModel
package import StrataSchema

/// The record that a getter, a delete or an assignment couldn't read something and couldn't throw.
///
/// It stays until a save has thrown it and a retry has succeeded, or until a rollback. Until then
/// no save writes anything, since changes made here may rest on missing values.
package struct ReadFailure {
  /// The object with the property. It is retained until the property can be read.
  var subject: AnyObject?
  /// The error, with the object and the property.
  var error: StackError
  /// The readable members of a to-many relationship.
  var members: [any PersistentModel] = []
  /// True if a change isn't complete without the value. Reading it in a getter doesn't resolve the
  /// failure then.
  var finishesChange = false
  /// Reads again and completes the change that needed the value.
  var resume: () throws -> Void
  /// True if a save has thrown the error.
  var isReported = false
  /// True if a later read succeeded.
  var isResolved = false

  struct Key: Hashable {
    let object: ObjectIdentifier
    let part: Part
  }

  /// The part of the subject that couldn't be read.
  package enum Part: Hashable {
    case object
    case property(PropertyIndex)
    /// A batch of fetched rows that are read together, by the index of the first.
    case rows(from: Int)
  }
}

/// The error of a to-many relationship with unreadable members, and the members that could be read.
// Unchecked, since it is thrown and caught on the isolation of its graph.
struct PartlyRead: Error, @unchecked Sendable {
  let members: [any PersistentModel]
  let reason: any Error
}

/// Read failures in order of their first record, at most one for each part of an object that is
/// still unreadable.
struct ReadFailures {
  private var entries: [ReadFailure] = []
  private var indices: [ReadFailure.Key: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }
  var errors: [StackError] { entries.map(\.error) }

  subscript(key: ReadFailure.Key) -> ReadFailure? { indices[key].map { entries[$0] } }

  mutating func record(_ failure: ReadFailure, _ key: ReadFailure.Key) {
    if let index = indices[key] {
      var failure = failure
      // A getter's failure must not replace the closure that completes an unfinished change.
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

  /// Marks a failure as resolved, unless a change has to be completed. The next save still throws
  /// it if none has.
  mutating func resolve(_ key: ReadFailure.Key) {
    guard let index = indices[key], !entries[index].finishesChange else { return }
    indices[key] = nil
    entries[index].isResolved = true
    entries[index].subject = nil
    entries[index].members = []
    entries[index].resume = {}
  }

  /// The failures after a save has thrown them: those that still stand, marked as reported.
  var reported: ReadFailures {
    var failures = ReadFailures()
    for (key, failure) in standing {
      var failure = failure
      failure.isReported = true
      failures.record(failure, key)
    }
    return failures
  }

  /// The unresolved failures with their keys, in order.
  var standing: [(ReadFailure.Key, ReadFailure)] {
    indices.sorted { $0.value < $1.value }.map { ($0.key, entries[$0.value]) }
  }

  /// Retries all unresolved failures.
  ///
  /// - Returns: The errors that a save throws: those of failures that still stand, and those that
  ///   no save has thrown yet.
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
