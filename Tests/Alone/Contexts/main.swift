// Models and their graph, in a program without a shell: of the modules of objects it imports the stack alone.
import Foundation
import StrataContexts
import StrataModel
import StrataPredicates
import StrataSQLite
import StrataSchema

struct Position: Equatable { var latitude, longitude: Double }

extension Position: CompositeColumnRepresentable {
  static var columns: [ColumnDescription] {
    [ColumnDescription("latitude", .real), ColumnDescription("longitude", .real)]
  }
  static var columnParts: [PartialKeyPath<Position>: String] {
    [\.latitude: "latitude", \.longitude: "longitude"]
  }
  init(from row: inout Row) throws {
    self.init(latitude: try row.decode(), longitude: try row.decode())
  }
  func bind(to binder: inout Binder) throws {
    try binder.encode(latitude)
    try binder.encode(longitude)
  }
}

@Model final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
  init(name: String) { self.name = name }
}

@Model final class Book {
  var title: String
  var shelf: Shelf?
  init(title: String) { self.title = title }
}

@Model final class Cabin {
  var name = "hut"
  var position = Position(latitude: 47, longitude: 8)
  init() {}
}

/// Adds an object to a store on disk, and says where that is and how many there are.
func addOne<Model: PersistentModel>(_ model: Model, _ configuration: ModelConfiguration) throws {
  let container = try ModelContainer(for: Model.self, configurations: configuration)
  let context = ModelContext(container)
  context.insert(model)
  try context.save()
  let place = container.configurations.map(\.url.path).joined()
  print(place, try context.fetchCount(FetchDescriptor<Model>()))
}

// With the words `shelf` or `cabin`, in a store that is called after the program, or at a path.
if CommandLine.arguments.count > 1 {
  let configuration =
    CommandLine.arguments.count > 2
    ? ModelConfiguration(url: URL(fileURLWithPath: CommandLine.arguments[2])) : ModelConfiguration()
  if CommandLine.arguments[1] == "shelf" {
    try addOne(Shelf(name: "Poems"), configuration)
  } else {
    try addOne(Cabin(), configuration)
  }
  exit(0)
}

let container = try ModelContainer(
  for: Shelf.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
let shelf = Shelf(name: "Poems")
context.insert(shelf)
shelf.books.append(Book(title: "Leaves of Grass"))
print(shelf.books[0].shelf === shelf)
try context.save()
let other = ModelContext(container)
print(try other.fetch(FetchDescriptor<Book>()).map { "\($0.title) on \($0.shelf?.name ?? "")" })

let cabins = ModelContext(
  try ModelContainer(
    for: Cabin.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
for latitude in [46.5, 47.5] {
  let cabin = Cabin()
  cabin.position.latitude = latitude
  cabins.insert(cabin)
}
try cabins.save()
let north = FetchDescriptor<Cabin>(predicate: #Predicate { $0.position.latitude > 47 })
print(try cabins.fetch(north).map(\.position.latitude))
