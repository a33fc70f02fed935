import Strata

extension Guide {
  mutating func addRefusals() throws {
    try refusal("computed") {
      #Predicate<Trail> { $0.title == "GORGE" }
    }
    try refusal("member count") {
      \Trail.outings.count == 2
    }
    try refusal("first member") {
      #Predicate<Trail> { $0.outings.first.flatMap { $0.walker == "Ann" } ?? false }
    }
    try refusedFetch("sort by nothing kept") {
      FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.title)])
    }
  }
}
