import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct Fetching {
  /// Parcels with values 0 to 9, whose serial numbers rise as their values fall, some of them not
  /// saved, some changed, some deleted.
  private func mixed() throws -> (ModelContext, [Parcel]) {
    let context = try ModelContext.inMemory()
    let parcels = (0..<10).map { Parcel(serial: 20 - $0) }
    for (value, parcel) in parcels.enumerated() where value % 3 != 0 {
      context.insert(parcel)
      parcel.value = value % 4 == 0 ? 100 : value
    }
    let gone = Parcel(serial: 50)
    gone.value = 5
    context.insert(gone)
    try context.save()
    for (value, parcel) in parcels.enumerated() {
      context.insert(parcel)
      if parcel.value != value { parcel.value = value }
    }
    context.delete(gone)
    return (context, parcels)
  }

  @Test(arguments: [nil, 0, 1, 3, 20], [nil, 0, 2, 9, 20] as [Int?])
  func sortsFiltersAndCutsWithPendingChanges(limit: Int?, offset: Int?) throws {
    let (context, parcels) = try mixed()
    for least in [0, 4, 8, 11] {
      for order in [SortOrder.forward, .reverse] {
        var descriptor = FetchDescriptor<Parcel>(
          predicate: #Predicate { $0.value >= least },
          sortBy: [SortDescriptor(\.value, order: order)])
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        let matching = parcels.filter { $0.value >= least }
        let sorted = order == .forward ? matching : matching.reversed()
        let expected = Array(sorted.dropFirst(offset ?? 0).prefix(limit ?? 100))
        #expect(try context.fetch(descriptor) == expected)
        #expect(try context.fetchCount(descriptor) == expected.count)
      }
    }
  }

  @Test func givesTheOldestFirstWithoutAnOrder() throws {
    let context = try ModelContext.inMemory()
    let parcels = (0..<50).map { Parcel(serial: $0) }
    for parcel in parcels { context.insert(parcel) }
    #expect(try context.all(Parcel.self) == parcels)
    try context.save()
    #expect(try context.all(Parcel.self) == parcels)
    #expect(try ModelContext(context.container).all(Parcel.self).map(\.serial) == Array(0..<50))
  }

  @Test func followsRelationships() throws {
    let context = try ModelContext.inMemory()
    let ann = Author(name: "Ann")
    context.insert(ann)
    ann.books = [Book(title: "a"), Book(title: "b")]
    context.insert(Book(title: "a"))
    try context.save()
    let found = try context.fetch(
      FetchDescriptor<Book>(predicate: #Predicate { $0.author?.name == "Ann" && $0.title == "a" }))
    #expect(found == [ann.books[0]])
    let authors = try context.fetch(
      FetchDescriptor<Author>(predicate: #Predicate { $0.books.contains { $0.title == "b" } }))
    #expect(authors == [ann])
  }

  @Test func findsWhatWasSavedByOthers() throws {
    let store = try Storehouse()
    let (first, second) = (try store.context(), try store.context())
    #expect(try second.all(Parcel.self).isEmpty)
    first.insert(Parcel(serial: 1))
    try first.save()
    #expect(try second.all(Parcel.self).map(\.serial) == [1])
  }
}
