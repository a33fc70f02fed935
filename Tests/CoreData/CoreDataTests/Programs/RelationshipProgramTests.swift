import CoreData
import StrataTestSupport
import Testing

/// Relationships in programs of Core Data, in its words.
@Suite struct RelationshipPrograms {
  private func steps(_ texts: [String], _ context: NSManagedObjectContext) -> [Step] {
    texts.map { text in
      let step = Step(context: context)
      step.text = text
      return step
    }
  }

  @Test func setBothEnds() throws {
    let context = try Library().context()
    let (book, author) = (Book(context: context), Author(context: context))
    book.author = author
    #expect(author.books == [book])
    author.books = []
    #expect(book.author == nil)
  }

  @Test func addToASetOfObjects() throws {
    let context = try Library().context()
    let (author, book) = (Author(context: context), Book(context: context))
    author.books.insert(book)
    #expect(book.author === author && author.books.count == 1)
    author.books.remove(book)
    #expect(book.author == nil)
  }

  @Test func addByGeneratedAccessors() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    let tag = Tag(name: "quick", context: context)
    recipe.addToTags(tag)
    #expect(recipe.tags?.count == 1 && tag.recipes?.contains(recipe) == true)
    recipe.removeFromTags(tag)
    #expect(recipe.tags?.count == 0)
    recipe.addToTags(NSSet(array: [tag, Tag(name: "cheap", context: context)]))
    #expect(recipe.tags?.count == 2)
  }

  @Test func castAnNSSet() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    for name in ["b", "a"] { recipe.addToTags(Tag(name: name, context: context)) }
    let names = (recipe.tags?.allObjects as? [Tag])?.compactMap(\.name).sorted()
    #expect(names == ["a", "b"])
    let set = recipe.tags as? Set<Tag> ?? []
    #expect(set.sorted { $0.name ?? "" < $1.name ?? "" }.first?.name == "a")
    let array = recipe.tags?.compactMap { $0 as? Tag }
    #expect(array?.count == 2)
  }

  @Test func setAnNSSet() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    let tag = Tag(name: "quick", context: context)
    recipe.tags = NSSet(object: tag)
    #expect((tag.recipes?.anyObject() as? Recipe) === recipe)
    recipe.tags = nil
    #expect(recipe.tags?.count == 0 && tag.recipes?.count == 0)
  }

  @Test func keepAnOrder() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    for step in steps(["cut", "cook", "serve"], context) { recipe.addToSteps(step) }
    try context.save()
    context.reset()
    let read = try context.fetch(NSFetchRequest<Recipe>(entityName: "Recipe")).first
    let texts = read?.steps?.array.compactMap { ($0 as? Step)?.text }
    #expect(texts == ["cut", "cook", "serve"])
    #expect((read?.steps?.firstObject as? Step)?.text == "cut")
    #expect((read?.steps?.lastObject as? Step)?.text == "serve")
  }

  @Test func insertAtAPosition() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    let made = steps(["a", "b", "c"], context)
    recipe.steps = NSOrderedSet(array: [made[0], made[2]])
    recipe.insertIntoSteps(made[1], at: 1)
    #expect((recipe.steps?.array as? [Step])?.map(\.text) == ["a", "b", "c"])
    #expect(recipe.steps?.index(of: made[1]) == 1)
    #expect((recipe.steps?.object(at: 2) as? Step)?.text == "c")
  }

  @Test func changeAMutableCopyOfAnOrder() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    recipe.steps = NSOrderedSet(array: steps(["a", "b"], context))
    guard let copy = recipe.steps?.mutableCopy() as? NSMutableOrderedSet else {
      Issue.record("no mutable copy")
      return
    }
    copy.exchangeObject(at: 0, withObjectAt: 1)
    recipe.steps = copy
    #expect((recipe.steps?.array as? [Step])?.map(\.text) == ["b", "a"])
  }

  @Test func changeAnOrderInPlace() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    let made = steps(["a", "b", "c"], context)
    let set = recipe.mutableOrderedSetValue(forKey: "steps")
    set.addObjects(from: made)
    set.moveObjects(at: IndexSet(integer: 2), to: 0)
    #expect((recipe.steps?.array as? [Step])?.map(\.text) == ["c", "a", "b"])
    set.removeObject(at: 0)
    set.replaceObject(at: 0, with: made[2])
    #expect((recipe.steps?.array as? [Step])?.map(\.text) == ["c", "b"])
    set.removeAllObjects()
    #expect(recipe.steps?.count == 0 && made[0].recipe == nil)
  }

  @Test func changeASetInPlace() throws {
    let context = try Library().context()
    let author = Author(context: context)
    let books = (0..<3).map { _ in Book(context: context) }
    let set: MutableObjectSet = author.mutableSetValue(forKey: "books")
    set.add(books[0])
    set.addObjects(from: [books[1], books[2]])
    #expect(author.books.count == 3 && set.count == 3 && set.contains(books[1]))
    set.remove(books[0])
    set.minus([books[1]])
    #expect(author.books == [books[2]])
    set.removeAllObjects()
    #expect(author.books.isEmpty)
  }

  @Test func readASetByKey() throws {
    let context = try Library().context()
    let author = Author(context: context)
    author.books = [Book(context: context), Book(context: context)]
    let books = author.value(forKey: "books") as? Set<Book>
    #expect(books?.count == 2)
    #expect((author.value(forKey: "books") as? NSSet)?.count == 2)
    #expect((author.value(forKey: "books") as? Set<NSManagedObject>)?.count == 2)
  }

  @Test func readAnOrderByKey() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    recipe.steps = NSOrderedSet(array: steps(["a", "b"], context))
    let value = recipe.value(forKey: "steps") as? NSOrderedSet
    #expect((value?.array as? [Step])?.map(\.text) == ["a", "b"])
  }

  @Test func setARelationshipByKey() throws {
    let context = try Library().context()
    let (book, author) = (Book(context: context), Author(context: context))
    book.setValue(author, forKey: "author")
    #expect(author.books == [book])
    author.setValue(NSSet(), forKey: "books")
    #expect(book.value(forKey: "author") == nil)
  }

  @Test func moveAnObjectToAnotherOwner() throws {
    let context = try Library().context()
    let (first, second) = (Author(context: context), Author(context: context))
    let book = Book(context: context)
    book.author = first
    second.books.insert(book)
    #expect(first.books.isEmpty && book.author === second)
  }

  @Test func nullifyOnDeletion() throws {
    let context = try Library().context()
    let (book, author) = (Book(context: context), Author(context: context))
    book.author = author
    try context.save()
    context.delete(author)
    try context.save()
    #expect(book.author == nil && book.managedObjectContext === context)
  }

  @Test func cascadeOnDeletion() throws {
    let context = try Cookbook().context()
    let recipe = Recipe(context: context)
    recipe.steps = NSOrderedSet(array: steps(["a", "b"], context))
    try context.save()
    context.delete(recipe)
    try context.save()
    #expect(try context.count(for: NSFetchRequest<Step>(entityName: "Step")) == 0)
  }

  @Test func denyOnDeletion() throws {
    let context = try Cookbook().context()
    let (recipe, course) = (Recipe(context: context), Course(context: context))
    recipe.course = course
    try context.save()
    context.delete(course)
    do {
      try context.save()
      Issue.record("deleted")
    } catch let error as NSError {
      #expect(error.code == NSValidationRelationshipDeniedDeleteError)
      #expect(error.userInfo[NSValidationKeyErrorKey] as? String == "recipes")
    }
    context.rollback()
    #expect(!course.isDeleted && recipe.course === course)
  }

  @Test func saveRelatedObjects() throws {
    let library = try Library()
    let context = library.context()
    let author = Author(named: "Austen", in: context)
    for title in ["Emma", "Persuasion"] {
      let book = Book(context: context)
      book.title = title
      author.books.insert(book)
    }
    try context.save()
    let read = try library.context().fetch(NSFetchRequest<Author>(entityName: "Author")).first
    #expect(read?.books.compactMap(\.title).sorted() == ["Emma", "Persuasion"])
  }

  @Test func joinManyToMany() throws {
    let library = try Library()
    let context = library.context()
    let books = (0..<2).map { _ in Book(context: context) }
    let genre = Genre(context: context)
    genre.name = "novel"
    for book in books { book.genres.insert(genre) }
    try context.save()
    #expect(genre.books == Set(books))
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.predicate = NSPredicate(format: "ANY genres.name == %@", "novel")
    #expect(try library.context().count(for: request) == 2)
  }

  @Test func listIdentifiersOfARelationship() throws {
    let context = try Library().context()
    let (author, book) = (Author(context: context), Book(context: context))
    author.books = [book]
    try context.save()
    #expect(author.objectIDs(forRelationshipNamed: "books") == [book.objectID])
    #expect(!author.hasFault(forRelationshipNamed: "books"))
  }

  @Test func sortAnNSSet() throws {
    let context = try Library().context()
    let author = Author(context: context)
    for title in ["C", "A", "B"] {
      let book = Book(context: context)
      book.title = title
      book.author = author
    }
    let sorted = author.books.sorted { ($0.title ?? "") < ($1.title ?? "") }
    #expect(sorted.compactMap(\.title) == ["A", "B", "C"])
    let set = author.value(forKey: "books") as? NSSet
    let array = set?.sortedArray(using: [NSSortDescriptor(key: "title", ascending: false)])
    #expect((array as? [Book])?.compactMap(\.title) == ["C", "B", "A"])
  }

  @Test func filterAnNSSet() throws {
    let context = try Library().context()
    let author = Author(context: context)
    for pages in [10, 200, 300] {
      let book = Book(context: context)
      book.pages = Int32(pages)
      book.author = author
    }
    let long = (author.value(forKey: "books") as? NSSet)?.filtered(
      using: NSPredicate(format: "pages > %d", 100))
    #expect(long?.count == 2)
  }

  @Test func evaluatePredicates() throws {
    let context = try Library().context()
    let book = Book(context: context)
    book.title = "Walden"
    book.author = Author(named: "Thoreau", in: context)
    #expect(NSPredicate(format: "title BEGINSWITH[c] 'wal'").evaluate(with: book))
    #expect(NSPredicate(format: "author.name == %@", "Thoreau").evaluate(with: book))
    #expect(!NSPredicate(format: "%K > %d", "pages", 100).evaluate(with: book))
  }

  @Test func followFetchedProperties() throws {
    let context = try Cookbook().context()
    let course = Course(context: context)
    for (name, isFavorite) in [("a", true), ("b", false)] {
      let recipe = Recipe(context: context)
      (recipe.name, recipe.isFavorite, recipe.course) = (name, isFavorite, course)
    }
    try context.save()
    let favorites = course.value(forKey: "favorites") as? [Recipe]
    #expect(favorites?.compactMap(\.name) == ["a"])
  }

  @Test func refuseAnObjectOfAnotherEntity() throws {
    let context = try Library().context()
    let (book, genre) = (Book(context: context), Genre(context: context))
    book.setValue(genre, forKey: "author")
    #expect(book.author == nil)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func refuseAnObjectOfAnotherContext() throws {
    let library = try Library()
    let (one, other) = (library.context(), library.context())
    let author = Author(named: "Thoreau", in: other)
    try other.save()
    let book = Book(context: one)
    book.author = one.object(with: author.objectID) as? Author
    try one.save()
    #expect(book.author?.name == "Thoreau" && book.author !== author)
  }

  @Test func countWithoutLoading() throws {
    let context = try Library().context()
    let author = Author(named: "Poe", in: context)
    for _ in 0..<4 { Book(context: context).author = author }
    try context.save()
    let request = NSFetchRequest<Author>(entityName: "Author")
    request.predicate = NSPredicate(format: "books.@count > %d", 3)
    #expect(try context.count(for: request) == 1)
    #expect((author.value(forKeyPath: "books.@count") as? Int) == 4)
  }
}
