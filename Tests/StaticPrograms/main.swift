// A program with managed objects that is linked statically, as a service in a container without a toolchain is:
//
//   make STORE           makes a store of the first version, with values of all kinds of types, and reads them again
//   read STORE           reads the store by the second version, which may not migrate it

import CoreData
import Foundation

struct Failure: Error { let text: String }

func expect(_ condition: Bool, _ text: String) throws {
  guard condition else { throw Failure(text: text) }
}

/// The model, in whose second version `pages` is called `length`.
func model(_ version: Int) throws -> NSManagedObjectModel {
  let folder = CommandLine.arguments[3]
  guard
    let model = NSManagedObjectModel(
      contentsOf: URL(
        fileURLWithPath: "\(folder)/Books.xcdatamodeld/Books \(version).xcdatamodel"))
  else { throw Failure(text: "the model \(version) can't be read") }
  return model
}

func container(_ version: Int, migrates: Bool) throws -> NSPersistentContainer {
  let container = NSPersistentContainer(name: "Books", managedObjectModel: try model(version))
  let description = NSPersistentStoreDescription(
    url: URL(fileURLWithPath: CommandLine.arguments[2]))
  description.shouldMigrateStoreAutomatically = migrates
  description.shouldAddStoreAsynchronously = false
  container.persistentStoreDescriptions = [description]
  var failure: (any Error)?
  container.loadPersistentStores { _, error in failure = error }
  if let failure { throw failure }
  return container
}

func make() throws {
  let container = try container(1, migrates: true)
  let context = container.viewContext
  let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
  book.setValue("Emma", forKey: "title")
  book.setValue(300, forKey: "pages")
  book.setValue(["novel", "1815"], forKey: "tags")
  book.setValue(Decimal(string: "12.34"), forKey: "price")
  try context.save()
  let coordinator = container.persistentStoreCoordinator
  guard let store = coordinator.persistentStores.first else { throw Failure(text: "no store") }
  var metadata = coordinator.metadata(for: store)
  metadata["languages"] = ["en", "de"]
  metadata["shelves"] = ["north": [1, 2]]
  coordinator.setMetadata(metadata, for: store)
  try context.save()
  let stored = coordinator.metadata(for: store)
  try expect(stored["languages"] as? [String] == ["en", "de"], "no array in the metadata")
  try expect(
    (stored["shelves"] as? [String: Any])?["north"] as? [Int] == [1, 2], "no nested array")
  context.reset()
  let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
  request.predicate = NSPredicate(format: "title IN %@", ["Emma", "Persuasion"])
  let found = try context.fetch(request)
  try expect(found.count == 1, "no object by a predicate with an array")
  let tags = found.first?.value(forKey: "tags")
  try expect(tags as? [String] == ["novel", "1815"], "the array is \(String(describing: tags))")
  let price = found.first?.value(forKey: "price")
  try expect(
    price as? NSDecimalNumber == NSDecimalNumber(string: "12.34"),
    "the decimal is \(String(describing: price))")
}

func read() throws {
  let context = try container(2, migrates: false).viewContext
  let books = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
  try expect(books.first?.value(forKey: "length") as? Int == 300, "the pages are lost")
  try expect(books.first?.value(forKey: "tags") as? [String] == ["novel", "1815"], "no tags")
}

do {
  switch CommandLine.arguments[1] {
  case "make": try make()
  default: try read()
  }
} catch {
  print("\(error)")
  exit(1)
}
