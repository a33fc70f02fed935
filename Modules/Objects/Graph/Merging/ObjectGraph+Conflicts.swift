import StrataModel
import StrataSchema
import StrataStorage

// Unsaved changes and other contexts' saves may each be consistent but not together. The unsaved
// change takes precedence, and the conflicting link of the other context is cleared as a further
// unsaved change.
extension ObjectGraph {
  /// Resolves relationships that both this context and another one have changed, so that both ends
  /// agree.
  func settleConflicts(of merge: Merge) {
    for (model, property, rival) in merge.rivals { settle(model, property, rival) }
    for orphans in merge.orphans {
      let owner = orphans.owner
      guard owner._$state.graph === self, owner._$state.flags.contains(.deleted),
        let relationship = type(of: owner)._$entity.relationships[orphans.property]
      else { continue }
      applyRule(of: relationship, toNewMembers: orphans.members, of: owner)
      guard let failure = orphans.failure else { continue }
      recordUnfinishedRule(
        of: relationship, of: owner, appliedTo: membersWithRuleApplied(of: owner, relationship),
        failure)
    }
  }

  /// Preserves the unsaved change of a to-one relationship with a to-many inverse, and marks its
  /// target's members for reloading.
  func keep(
    _ model: any PersistentModel, _ relationship: ModelRelationship, in merge: inout Merge
  ) {
    guard !relationship.inverseIsToOne, let inverse = relationship.inverse,
      let owner = destination(of: relationship), let target = target(of: model, relationship)
    else { return }
    target._$recordChange(of: inverse)
    recordOwner(owner, target._$state.key, inverse, in: &merge)
  }

  /// One-to-one: sets the inverses of unsaved changes that take precedence.
  func pairEnds(of merge: Merge) {
    for (model, relationship) in merge.kept where relationship.inverseIsToOne {
      guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { continue }
      pair(model, relationship, with: target(of: model, relationship), insteadOf: nil)
    }
  }

  /// The object in memory that a to-one relationship leads to.
  private func target(
    of model: any PersistentModel, _ relationship: ModelRelationship
  ) -> (any PersistentModel)? {
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    return read.first ?? known(relationship.destination, read.key)
  }

  /// One-to-one: makes an object and its target link to each other, and clears other links to
  /// either of them.
  ///
  /// - Parameter old: The object's target in the store.
  func pair(
    _ model: any PersistentModel, _ relationship: ModelRelationship,
    with target: (any PersistentModel)?, insteadOf old: (any PersistentModel)?
  ) {
    guard let inverse = relationship.inverse else { return }
    func cut(_ other: any PersistentModel) {
      guard other !== target, other._$leads(inverse, to: model) else { return }
      Relating.set(other, inverse, to: nil)
    }
    relating {
      if let old { cut(old) }
      let shown = self.target(of: model, relationship)
      if let shown { cut(shown) }
      let isGone = target.map { $0._$state.flags.contains(.deleted) } ?? false
      let target = isGone && relationship.isOptional ? nil : target
      if shown !== target { Relating.set(model, relationship.index, to: target) }
      guard let target, !isGone, !target._$leads(inverse, to: model) else { return }
      if let rival = current(target, inverse), rival !== model,
        rival._$leads(relationship.index, to: target)
      {
        Relating.set(rival, relationship.index, to: nil)
      }
      Relating.set(target, inverse, to: model)
    }
  }

  /// One-to-one: resolves another context's link to an object whose end was changed or deleted
  /// here. It clears that link, or applies the delete rule.
  private func settle(
    _ model: any PersistentModel, _ property: PropertyIndex, _ rival: any PersistentModel
  ) {
    guard let relationship = type(of: model)._$entity.relationships[property],
      let inverse = relationship.inverse, model._$state.graph === self,
      rival._$state.graph === self, !rival._$state.flags.contains(.deleted),
      rival._$leads(inverse, to: model)
    else { return }
    if model._$state.flags.contains(.deleted) {
      switch relationship.deleteRule {
      case .cascade: delete(rival)
      case .deny: break
      default: Relating.set(rival, inverse, to: nil)
      }
    } else if !model._$leads(relationship.index, to: rival) {
      Relating.set(rival, inverse, to: nil)
    }
  }

  /// Applies a delete rule to members that other contexts added after the delete. The save checks
  /// deny rules.
  private func applyRule(
    of relationship: ModelRelationship, toNewMembers members: [any PersistentModel],
    of owner: any PersistentModel
  ) {
    // The rule was applied to those in its own end already. They may have been inserted again
    // since.
    let told = Set(membersWithRuleApplied(of: owner, relationship).map { ObjectIdentifier($0) })
    for member in stillMembers(members, of: owner, relationship)
    where !told.contains(ObjectIdentifier(member)) {
      if let inverse = relationship.inverse, relationship.inverseIsToOne,
        !member._$leads(inverse, to: owner)
      {
        continue
      }
      recordRuleApplied(to: member, by: owner, relationship)
      if relationship.deleteRule == .cascade {
        delete(member)
      } else if let inverse = relationship.inverse {
        if relationship.inverseIsToOne {
          Relating.set(member, inverse, to: nil)
        } else {
          Relating.change(member, inverse, member: owner, isAdded: false)
        }
      }
    }
  }
}
