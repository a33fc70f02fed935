import SwiftData
import Testing

@Suite struct IdentityTests {
  private let file: StoreFile
  private let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try Shop.context(file)
  }

  @Test func contextsAndContainersAreEqualToThemselvesAlone() throws {
    let other = ModelContext(context.container)
    #expect(context == context && context != other)
    #expect(context.container == other.container)
    #expect(context.container != (try Shop.context(StoreFile()).container))
    let order = try #require(try context.fetch(FetchDescriptor<Shop.Order>()).first)
    #expect(order.modelContext == context)
  }

  @Test func identifiersAreMadeOfStoreEntityAndKey() throws {
    let key = UUID()
    let made = try PersistentIdentifier.identifier(
      for: "trips.json", entityName: "Trip", primaryKey: key)
    #expect(made.storeIdentifier == "trips.json" && made.entityName == "Trip")
    #expect(!made.isTemporaryID)
    let again = try PersistentIdentifier.identifier(
      for: "trips.json", entityName: "Trip", primaryKey: key)
    #expect(made == again && made.hashValue == again.hashValue)
    let others = try [
      PersistentIdentifier.identifier(for: "a.json", entityName: "Trip", primaryKey: key),
      .identifier(for: "trips.json", entityName: "Stop", primaryKey: key),
      .identifier(for: "trips.json", entityName: "Trip", primaryKey: UUID()),
    ]
    #expect(others.allSatisfy { $0 != made })
    let read = try JSONDecoder().decode(
      PersistentIdentifier.self, from: JSONEncoder().encode(made))
    #expect(read == made)
    #expect(try PersistentIdentifier(uri: made.uriRepresentation()) == made)
  }

  @Test(arguments: [("trips.json", "Trip", "a/b c%é"), ("my stores: 1", "Reisé", "p1")])
  func anIdentifierSurvivesItsURI(store: String, entity: String, key: String) throws {
    let made = try PersistentIdentifier.identifier(
      for: store, entityName: entity, primaryKey: key)
    #expect(try PersistentIdentifier(uri: made.uriRepresentation()) == made)
  }

  @Test func anIdentifierOfANumberedRowIsTheObjectsOwn() throws {
    let order = try #require(try context.fetch(FetchDescriptor<Shop.Order>()).first)
    let own = order.persistentModelID
    let store = try #require(own.storeIdentifier)
    let made = try PersistentIdentifier.identifier(
      for: store, entityName: own.entityName, primaryKey: own.rowKey)
    #expect(made == own)
    #expect(context.model(for: made) as? Shop.Order === order)
  }

  @Test(arguments: [("", "Trip", "1"), ("a", "", "1"), ("a", "Trip", "")])
  func anIdentifierWithoutAPartIsAnError(store: String, entity: String, key: String) {
    #expect(throws: ModelError.invalidIdentifier("\(store)/\(entity)/\(key)")) {
      try PersistentIdentifier.identifier(for: store, entityName: entity, primaryKey: key)
    }
  }

  @Test func eachErrorOfSwiftDataHasItsPattern() {
    let all: [SwiftDataError] = [
      .backwardMigration, .configurationFileNameContainsInvalidCharacters,
      .configurationFileNameTooLong, .configurationSchemaNotFoundInContainerSchema,
      .duplicateConfiguration, .historyTokenExpired, .includePendingChangesWithBatchSize,
      .invalidTransactionFetchRequest, .loadIssueModelContainer, .missingModelContext,
      .modelValidationFailure, .sortingPendingChangesWithIdentifiers, .unknownSchema,
      .unsupportedKeyPath, .unsupportedPredicate, .unsupportedSortDescriptor,
    ]
    #expect(Set(all).count == 16)
  }
}
