// A program of its own put together from a plugin and models that inherit from each other.
import StrataContextPlugin
import StrataInspectPlugin
import Strata
import StrataApplication
import StrataShell

@Model class Vehicle {
  @Attribute(.unique) var plate: String
  var wheels = 4
  init(plate: String) { self.plate = plate }
}

@Model final class Lorry: Vehicle {
  var load: Double?

  init(plate: String, load: Double) {
    self.load = load
    super.init(plate: plate)
  }
}

struct VehiclesPlugin: Plugin {
  let name = "Vehicles"
  let summary = "vehicles and lorries"
  let models: [any PersistentModel.Type] = [Vehicle.self, Lorry.self]

  var commands: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["park"], "park a vehicle, or a lorry", arguments: [.required("PLATE")],
        options: [.value("load", "TONS", "what it carries")], group: name
      ) { invocation, environment in
        let plate = try invocation.require("PLATE").text
        let load = try invocation.option("load")?.real()
        environment.context.insert(
          load.map { Lorry(plate: plate, load: $0) } ?? Vehicle(plate: plate))
      }
    ]
  }
}

await Application(
  name: "garage", version: "1", plugins: [VehiclesPlugin(), InspectPlugin(), ContextPlugin()]
).runAndExit()
