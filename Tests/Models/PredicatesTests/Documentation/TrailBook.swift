import StrataStoreSupport
import Strata

/// A few trails, the same each time.
struct TrailBook {
  let context: ModelContext
  let trails: [Trail]
  let lakeland = Park(name: "Lakeland")
  let moorland = Park(name: "Moorland")

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Trail.self, Park.self, Outing.self,
        configurations: .temporary))
    let loop = Trail(name: "Lake Loop", kilometers: 6.5)
    let ridge = Trail(name: "Ridge 10", kilometers: 14, difficulty: .hard)
    let gorge = Trail(name: "Gorge", kilometers: 9, difficulty: .moderate)
    let elan = Trail(name: "Élan", kilometers: 3)
    let low = Trail(name: "ridge 9", kilometers: 8)
    trails = [loop, ridge, gorge, elan, low]
    for park in [lakeland, moorland] { context.insert(park) }
    for trail in trails { context.insert(trail) }
    lakeland.founded = 1951
    (loop.park, ridge.park, elan.park) = (lakeland, lakeland, moorland)
    (loop.climb, ridge.climb, elan.climb) = (120, 980, 40)
    (ridge.fee, gorge.fee) = (.entry(price: 5), .season(price: 20, days: 90))
    (loop.facilities, ridge.facilities) = ([.parking, .water], [.parking])
    (gorge.facilities, low.facilities) = ([.water, .hut], [.parking, .hut])
    loop.head = Trailhead(town: "Ashford", height: 210, bus: "4")
    ridge.head = Trailhead(town: "Ashford", height: 430)
    (loop.tags, ridge.tags) = (["lake", "family"], ["views"])
    (loop.visits, ridge.visits) = (["spring": 120], ["summer": 40])
    loop.outings = [Outing(walker: "Ann", minutes: 95), Outing(walker: "Bob")]
    ridge.outings = [Outing(walker: "Ann", minutes: 300)]
  }
}
