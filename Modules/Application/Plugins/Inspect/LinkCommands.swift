import Strata
import StrataApplication
import StrataShell

/// The commands `link` and `unlink`, which change the members of a to-many relationship.
enum LinkCommands {
  private static let arguments: [Argument] = [
    .required("ENTITY/KEY", "an object, such as Item/3"),
    .required("PROPERTY", "a relationship that leads to several objects"),
    .variadic("OBJECT", "what it leads to, such as Tag/1", minimum: 1),
  ]

  static func link(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["link"], "add objects to a relationship", arguments: arguments,
      discussion:
        "They come behind those that are there; one that is there stays. Other ends follow.",
      examples: ["link Item/1 tags Tag/2", "link Tag/1 items Item/1 Item/2"], group: group,
      completion: EntityCompletion.objects
    ) { invocation, environment in
      try change(invocation, environment) { members, objects in
        let known = Set(members.map(\.persistentModelID))
        return members + objects.filter { !known.contains($0.persistentModelID) }
      }
    }
  }

  static func unlink(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["unlink"], "take objects out of a relationship", arguments: arguments,
      discussion: "The objects themselves stay. Other ends follow.",
      examples: ["unlink Item/3 tags Tag/1"], group: group, completion: EntityCompletion.objects
    ) { invocation, environment in
      try change(invocation, environment) { members, objects in
        let gone = Set(objects.map(\.persistentModelID))
        return members.filter { !gone.contains($0.persistentModelID) }
      }
    }
  }

  @MainActor private static func change(
    _ invocation: Invocation, _ environment: ApplicationEnvironment,
    _ change: (_ members: [any PersistentModel], _ objects: [any PersistentModel])
      -> [any PersistentModel]
  ) throws {
    let object = try ObjectName(try invocation.require("ENTITY/KEY"), environment)
    let model = try object.find(environment)
    let name = try invocation.require("PROPERTY")
    let objects = try invocation.arguments("OBJECT").map { value in
      try PropertyAssignment(
        name, value, entity: object.entity(of: model, environment), environment
      ).member()
    }
    let members = try model.related(forKey: name.text)
    try model.setRelated(change(members, objects), forKey: name.text)
  }
}
