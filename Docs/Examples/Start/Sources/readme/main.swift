import Strata

@Model final class Stop {
  var place: String
  var nights = 1
  init(place: String) { self.place = place }
}

let context = ModelContext(try ModelContainer(for: Stop.self))
context.insert(Stop(place: "Chamonix"))
try context.save()
let short = FetchDescriptor<Stop>(predicate: #Predicate { $0.nights < 3 })
for stop in try context.fetch(short) { print(stop.place) }
