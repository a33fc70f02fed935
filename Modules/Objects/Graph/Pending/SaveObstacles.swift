import StrataModel
import StrataSchema

/// The errors that a setter, an insertion, a deletion or a merge couldn't throw. A save throws them and writes nothing
/// while there are any.
struct SaveObstacles {
  /// Errors that no retry can resolve. One save throws them.
  private(set) var errors: [StackError] = []
  /// Values and relationships that couldn't be read.
  private(set) var failures = ReadFailures()
  private var foreignLinks: [ReadFailure.Key: ForeignLink] = [:]
  /// The error of a failed rollback. Every save throws until a rollback succeeds.
  private(set) var rollbackFailure: (any Error)?

  /// A relationship that was made to lead to an object of another context.
  struct ForeignLink {
    let owner: any PersistentModel
    let property: PropertyIndex
  }

  /// True if errors or read failures block saving.
  var hasFailures: Bool { !failures.isEmpty || !errors.isEmpty }

  /// True if relationships were made to lead to objects of other contexts.
  var hasLinks: Bool { !foreignLinks.isEmpty }

  /// The relationships that were made to lead to objects of other contexts.
  var links: [ForeignLink] { Array(foreignLinks.values) }

  mutating func record(_ error: StackError) { errors.append(error) }

  mutating func record(_ failure: ReadFailure, _ key: ReadFailure.Key) {
    failures.record(failure, key)
  }

  mutating func record(_ link: ForeignLink) {
    foreignLinks[
      ReadFailure.Key(object: ObjectIdentifier(link.owner), part: .property(link.property))] = link
  }

  /// Records that a rollback has failed. Nil takes that back.
  mutating func recordRollback(failure: (any Error)?) { rollbackFailure = failure }

  mutating func resolve(_ key: ReadFailure.Key) {
    if !failures.isEmpty { failures.resolve(key) }
  }

  /// Removes the links that don't satisfy a condition.
  mutating func keepLinks(where condition: (ForeignLink) -> Bool) {
    foreignLinks = foreignLinks.filter { condition($0.value) }
  }

  /// Removes the errors, to throw them.
  mutating func takeErrors() -> [StackError] {
    defer { errors = [] }
    return errors
  }

  /// Removes the read failures, to retry them: a retry may record new ones, also for other properties.
  mutating func takeFailures() -> ReadFailures {
    defer { failures = ReadFailures() }
    return failures
  }

  /// Puts the errors and read failures of a snapshot before those that were recorded since.
  mutating func restore(_ earlierErrors: [StackError], _ earlierFailures: ReadFailures) {
    errors = earlierErrors + errors
    let since = takeFailures().standing
    failures = earlierFailures
    for (key, failure) in since { failures.record(failure, key) }
  }

  /// Removes the errors about objects that others have deleted, but for a number of earlier errors.
  mutating func dropDeletions(after count: Int) {
    let rest = errors[count...].filter {
      if case .deletedElsewhere = $0 { false } else { true }
    }
    errors.replaceSubrange(count..., with: rest)
  }
}
