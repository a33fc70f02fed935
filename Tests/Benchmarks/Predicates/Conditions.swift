// Twenty conditions as apps write them. Each stands on one line that begins with `let cNN =`;
// `predicate-times` puts the imports before this text and, for Foundation's macro, takes the
// attributes of Strata away.

enum Status: String, Codable { case open, active, done }

@Model final class Person {
  var name: String
  var email: String?
  var age: Int
  var projects: [Project] = []
  init(name: String, age: Int) {
    self.name = name
    self.age = age
  }
}

@Model final class Tag {
  var name: String
  var weight: Double
  var owner: Person?
  init(name: String, weight: Double) {
    self.name = name
    self.weight = weight
  }
}

@Model final class Project {
  var title: String
  var budget: Double
  var lead: Person?
  var items: [Item] = []
  init(title: String, budget: Double) {
    self.title = title
    self.budget = budget
  }
}

@Model final class Item {
  var title: String
  var note: String?
  var rank: Int
  var size: Int?
  var price: Double
  var discount: Double?
  var isDone: Bool
  var isHidden: Bool?
  var created: Date
  var due: Date?
  var finished: Date?
  var status: String
  var code: UUID
  var project: Project?
  var owner: Person?
  var tags: [Tag] = []
  init(title: String) {
    self.title = title
    rank = 0
    price = 0
    isDone = false
    created = Date()
    status = ""
    code = UUID()
  }
}

func warm() {
  let w = #Predicate<Item> { $0.isDone }
  print(w)
}

func conditions(
  now: Date, start: Date, end: Date, text: String, limit: Int, low: Double, high: Double,
  codes: [UUID], names: [String], wanted: Status, name: String, other: String?
) {
  let c01 = #Predicate<Item> { $0.note != nil || $0.due != nil || $0.size != nil }
  let c02 = #Predicate<Item> { $0.note != nil && $0.due != nil && $0.size != nil && $0.owner != nil }
  let c03 = #Predicate<Item> { $0.due != nil && $0.finished == nil && !$0.isDone && $0.rank > 2 }
  let c04 = #Predicate<Item> { $0.project?.lead?.name == name && $0.owner?.email != nil }
  let c05 = #Predicate<Item> { $0.title.contains(text) || $0.note?.contains(text) == true }
  let c06 = #Predicate<Item> { text.isEmpty || $0.title.localizedStandardContains(text) || ($0.note ?? "").localizedStandardContains(text) }
  let c07 = #Predicate<Item> { $0.price * 1.2 - ($0.discount ?? 0) > low && $0.price < high }
  let c08 = #Predicate<Item> { $0.rank * 2 + ($0.size ?? 0) - 1 >= limit && $0.rank % 2 == 0 }
  let c09 = #Predicate<Item> { $0.created >= start && $0.created < end && !$0.isDone }
  let c10 = #Predicate<Item> { ($0.due ?? end) < now && $0.finished == nil && $0.isHidden != true }
  let c11 = #Predicate<Item> { item in item.status == wanted.rawValue || (item.status == "open" && item.rank > limit) }
  let c12 = #Predicate<Item> { $0.due.flatMap { $0 < now } == true && $0.size.flatMap { $0 > limit } == true }
  let c13 = #Predicate<Item> { $0.tags.contains(where: { $0.name == text && $0.weight > low }) && !$0.isDone }
  let c14 = #Predicate<Project> { project in project.items.contains { item in item.tags.contains { $0.owner?.name == name || $0.weight > 2 } } }
  let c15 = #Predicate<Item> { ($0.isDone ? $0.rank : $0.size ?? 0) > limit && ($0.isHidden == true ? $0.price > low : $0.price > high) }
  let c16 = #Predicate<Item> { (1...10).contains($0.rank) && (low..<high).contains($0.price) && !$0.tags.isEmpty }
  let c17 = #Predicate<Item> { $0.rank > 1 && $0.rank < 10 && $0.rank != limit && $0.price >= low && $0.price <= high }
  let c18 = #Predicate<Item> { codes.contains($0.code) && names.contains($0.title) && $0.tags.count > 2 }
  let c19 = #Predicate<Item> { $0.tags.filter { $0.weight > 0.5 }.count >= 2 || $0.tags.allSatisfy { $0.owner == nil } }
  let c20 = #Predicate<Item> { ($0.due != nil && $0.due! < now) || ($0.note == nil && $0.owner != nil) || $0.project?.budget ?? 0 > high || $0.status == "done" }
  print(c01, c02, c03, c04, c05, c06, c07, c08, c09, c10)
  print(c11, c12, c13, c14, c15, c16, c17, c18, c19, c20)
}
