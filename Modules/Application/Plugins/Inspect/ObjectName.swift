@_spi(Query) import StrataContexts
import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The name of an object on a line: `Item/3`.
@MainActor struct ObjectName {
  let entity: Schema.Entity
  let key: Int64
  private let value: ArgumentValue

  init(_ value: ArgumentValue, _ environment: ApplicationEnvironment) throws(ShellError) {
    self.value = value
    let parts = value.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let key = Int64(parts[1]), key > 0 else {
      throw value.error(
        "“\(value.text)” names no object", hint: "write the entity and the key, as Item/3")
    }
    let name = String(parts[0])
    guard let entity = environment.stack.container.schema.entitiesByName[name] else {
      let names = environment.stack.container.schema.entities.map(\.name)
      let nearest = NearestName.find(name, in: names)
      throw value.error(
        "there is no entity “\(name)”",
        hint: nearest.map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))")
    }
    self.entity = entity
    self.key = key
  }

  func find(_ environment: ApplicationEnvironment) throws -> any PersistentModel {
    guard let model = try environment.context.model(entity: entity.name, key: key) else {
      throw value.error("there is no \(entity.name)/\(key)")
    }
    return model
  }

  /// Returns the object's own entity, which may be a subentity of the named one.
  func entity(
    of model: any PersistentModel, _ environment: ApplicationEnvironment
  ) -> Schema.Entity {
    let schema = environment.stack.container.schema
    return schema.entitiesByName[model.persistentModelID.entityName] ?? entity
  }
}
