internal import StrataSchema

extension ObjectGraph {
  /// Lets relationships without a way back know that objects of some entities were deleted, or came
  /// back: nobody can tell them one by one. O(number of objects in memory that have such
  /// relationships).
  func forgetOneWayLinks(to gone: Set<Int>) {
    guard !gone.isEmpty else { return }
    for (entity, graphEntity) in entities.enumerated() {
      for relationship in graphEntity.relationships where relationship.inverse == nil {
        guard let target = try? index(of: relationship.destination), gone.contains(target) else {
          continue
        }
        for (_, object) in registered(entity) {
          guard let model = object as? any PersistentModel else { continue }
          forgetGone(model, relationship.index)
        }
      }
    }
  }

  private func forgetGone(_ model: some PersistentModel, _ property: Int) {
    var gone = HasGoneTargets()
    model._$visit(property, &gone)
    guard gone.isFound || !model._$state.changed.contains(property) else { return }
    if model._$state.changed.contains(property) {
      var drop = DropGoneTargets()
      model._$notify(property) { model._$visit(property, &drop) }
    } else {
      var drop = DropGoneTargets()
      var forget = ForgetMembers()
      model._$notify(property) {
        model._$visit(property, &drop)
        model._$visit(property, &forget)
      }
    }
  }
}
