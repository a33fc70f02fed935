package import StrataModel
package import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Records that a property couldn't be read.
  ///
  /// - Parameters:
  ///   - finishesChange: True if a change isn't complete without the value.
  ///   - resume: Reads it again and completes the change. Each save calls it until it succeeds.
  func recordFailure(
    _ model: any PersistentModel, _ property: PropertyIndex, _ error: any Error,
    finishesChange: Bool = false, resume: @escaping () throws -> Void
  ) {
    recordFailure(
      unreadable(model, property, error), of: model, .property(property),
      members: (error as? PartlyRead)?.members ?? [], finishesChange: finishesChange
    ) { [self] in
      do { try resume() } catch { throw unreadable(model, property, error) }
    }
  }

  /// Records that something couldn't be read.
  ///
  /// - Parameter subject: The object that needed the part. It is retained until the failure is
  ///   resolved.
  package func recordFailure(
    _ error: StackError, of subject: AnyObject, _ part: ReadFailure.Part,
    members: [any PersistentModel] = [], finishesChange: Bool = false,
    resume: @escaping () throws -> Void
  ) {
    pending.obstacles.record(
      ReadFailure(
        subject: subject, error: error, members: members, finishesChange: finishesChange,
        resume: resume),
      ReadFailure.Key(object: ObjectIdentifier(subject), part: part))
    notices.append(.failure(error))
  }

  func unreadable(
    _ model: any PersistentModel, _ property: PropertyIndex, _ error: any Error
  ) -> StackError {
    if let error = error as? StackError, case .unreadable = error { return error }
    let reason = (error as? PartlyRead)?.reason ?? error
    return .unreadable(
      object: model.persistentModelID,
      property: type(of: model)._$entity.properties[property].name, reason: "\(reason)")
  }

  /// Records that a getter couldn't load a relationship.
  func recordLoadingFailure(
    _ model: any PersistentModel, _ relationship: ModelRelationship, _ error: any Error
  ) {
    recordFailure(model, relationship.index, error) { [self] in
      guard model._$state.graph === self else { return }
      try reading { try load(model, relationship) }
    }
  }

  /// Records that an assignment replaced members that couldn't be read. Once they can be, the retry
  /// removes those that aren't among the new ones.
  package func recordUnreadReplacement(
    _ model: any PersistentModel, _ relationship: ModelRelationship,
    _ members: [any PersistentModel]
  ) {
    let key = ReadFailure.Key(object: ObjectIdentifier(model), part: .property(relationship.index))
    guard let error = pending.obstacles.failures[key]?.error else { return }
    recordFailure(model, relationship.index, error, finishesChange: true) { [self] in
      guard model._$state.graph === self else { return }
      let kept = Set(members.map { ObjectIdentifier($0) })
      try reading {
        let (stored, failure) = try storedMembers(of: model, relationship)
        let found = stillMembers(stored, of: model, relationship)
        relating {
          for member in found where !kept.contains(ObjectIdentifier(member)) {
            Relating.removeMember(model, member, relationship)
          }
        }
        if let failure { throw failure }
      }
    }
  }

  /// The readable members of a relationship with a read failure.
  package func partialMembers(of model: any PersistentModel, _ property: PropertyIndex)
    -> [any PersistentModel]
  {
    pending.obstacles.failures[
      ReadFailure.Key(object: ObjectIdentifier(model), part: .property(property))]?.members
      ?? []
  }

  /// The error of the first property of an object that couldn't be read.
  ///
  /// - Complexity: O(n log n) in the number of unresolved read failures.
  package func readFailure(of model: any PersistentModel) -> StackError? {
    guard !pending.obstacles.failures.isEmpty else { return nil }
    let object = ObjectIdentifier(model)
    return pending.obstacles.failures.standing.first { $0.0.object == object }?.1.error
  }

  func resolveFailure(of model: any PersistentModel, _ property: PropertyIndex) {
    pending.obstacles.resolve(
      ReadFailure.Key(object: ObjectIdentifier(model), part: .property(property)))
  }

  /// Throws all recorded errors together: those that no setter could throw, a failed rollback,
  /// links to other contexts and read failures. It retries the read failures first.
  func checkStanding() throws {
    var errors = pending.obstacles.takeErrors()
    if let rollbackFailure = pending.obstacles.rollbackFailure {
      errors.append(.rollbackFailed(reason: "\(rollbackFailure)"))
    }
    errors += misleadingLinks()
    if !pending.obstacles.failures.isEmpty { errors += retryFailures() }
    guard !errors.isEmpty else { return }
    reportCount += 1
    try throwTogether(errors)
  }

  // The list is emptied first, since a retry may record new failures, also for other properties.
  private func retryFailures() -> [StackError] {
    var due = pending.obstacles.takeFailures()
    let errors = due.retry()
    for (key, failure) in due.standing { pending.obstacles.record(failure, key) }
    return errors
  }

  /// Errors of recorded links to other contexts' objects that still exist.
  private func misleadingLinks() -> [StackError] {
    guard pending.obstacles.hasLinks else { return [] }
    pending.obstacles.keepLinks { link in
      guard link.owner._$state.graph === self, !link.owner._$state.flags.contains(.deleted) else {
        return false
      }
      return !foreignTargets(of: link).isEmpty
    }
    return pending.obstacles.links.map { link in
      StackError.relatedAcrossContexts(
        object: link.owner.persistentModelID,
        property: type(of: link.owner)._$entity.properties[link.property].name)
    }.sorted { "\($0)" < "\($1)" }
  }

  /// The objects of other contexts that a relationship leads to.
  func foreignTargets(of link: SaveObstacles.ForeignLink) -> [any PersistentModel] {
    var read = ReadKnownTargets()
    link.owner._$visit(link.property, &read)
    return read.objects.filter { $0._$state.graph.map { $0 !== self } ?? false }
  }

  /// Records a link to an object of another context.
  package func recordForeignLink(_ owner: any PersistentModel, _ property: PropertyIndex) {
    pending.obstacles.record(SaveObstacles.ForeignLink(owner: owner, property: property))
  }
}
