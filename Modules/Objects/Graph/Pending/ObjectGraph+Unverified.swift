package import StrataModel
package import StrataSchema

/// A to-many relationship whose array hasn't been compared since it was changed in place.
struct UnverifiedArray {
  let owner: any PersistentModel
  let property: PropertyIndex
}

extension ObjectGraph {
  package func recordUnverified(
    _ owner: any PersistentModel, _ property: PropertyIndex
  ) -> Bool {
    // Once the context's `deinit` runs, nothing would remove the graph from the list of graphs with
    // such arrays.
    guard let context, !context.isDeinitializing else { return false }
    if unverified.isEmpty {
      isListedAsMain = context.isMain
      UnverifiedArrays.enter(self, isMain: isListedAsMain)
    }
    unverified.append(UnverifiedArray(owner: owner, property: property))
    return true
  }

  /// Compares the recorded arrays with their members and updates the other ends. O(their members).
  ///
  /// - Returns: True if the excepted array was recorded.
  @discardableResult
  package func verifyArrays(but owner: AnyObject? = nil, _ property: PropertyIndex = 0) -> Bool {
    guard !unverified.isEmpty else { return false }
    func isOwn(_ array: UnverifiedArray) -> Bool {
      array.owner === owner && array.property == property
    }
    // Repeated appends to one array return here, without building a list.
    if unverified.count == 1, isOwn(unverified[0]) { return true }
    let arrays = unverified.filter { !isOwn($0) }
    unverified.removeAll { !isOwn($0) }
    if unverified.isEmpty { leaveUnverified() }
    relating {
      for array in arrays {
        // Also for an owner that has left the graph, since it may be inserted into another one.
        var verify = VerifyMembers()
        array.owner._$visit(array.property, &verify)
        guard let change = verify.change, array.owner._$state.graph === self,
          let relationship = type(of: array.owner)._$entity.relationships[array.property]
        else { continue }
        Relating.apply(change, of: array.owner, relationship)
      }
    }
    return unverified.contains(where: isOwn)
  }

  /// Drops the recorded arrays without comparing them.
  func forgetUnverified() {
    guard !unverified.isEmpty else { return }
    unverified = []
    leaveUnverified()
  }

  private func leaveUnverified() { UnverifiedArrays.leave(self, isMain: isListedAsMain) }
}
