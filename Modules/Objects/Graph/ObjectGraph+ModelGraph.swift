package import Foundation
package import StrataModel
package import StrataSchema
import StrataStorage

// The requirements of objects. Further ones are implemented beside their subject.
extension ObjectGraph: ModelGraph {
  package var storeIdentifier: UUID { store.identifier }

  package func holdNotice(of model: any PersistentModel, _ property: PropertyIndex) {
    notices.append(.property(model, property))
  }

  package func recordLink(
    _ owner: any PersistentModel, _ member: any PersistentModel,
    _ relationship: ModelRelationship, isLinked: Bool
  ) {
    guard let link = entities[owner._$state.entity].linksByProperty[relationship.index] else {
      return
    }
    pending.link(
      .init(
        table: link.table, owner: link.isOwner ? owner : member,
        member: link.isOwner ? member : owner, isLinked: isLinked))
  }
}

extension _ModelState {
  /// The graph that the object belongs to.
  package var graph: ObjectGraph? {
    mutating get {
      // `ObjectGraph.register` alone sets the graph of an object, so that it has no other type.
      modelGraph.map { unsafeDowncast($0, to: ObjectGraph.self) }
    }
    set { modelGraph = newValue }
  }
}
