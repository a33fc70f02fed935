import Foundation
import Strata

@Model final class Stop {
  #Unique<Stop>([\.place])
  var place: String
  var nights = 1
  init(place: String) { self.place = place }
}

let server = ProcessInfo.processInfo.environment["STORE"].flatMap(URL.init(string:))
let configuration = ModelConfiguration(url: server ?? URL(filePath: "trips.store"))
let context = ModelContext(try ModelContainer(for: Stop.self, configurations: configuration))

for place in CommandLine.arguments.dropFirst() { context.insert(Stop(place: place)) }
try context.save()

let stops = FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.place)])
for stop in try context.fetch(stops) { print(stop.place, stop.nights) }
