// Models and their graph, in a program without a shell.
import Strata

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
