import SwiftData

/// A file of JSON with the snapshots of all objects, which is read and written as a whole.
final class JSONStore: DataStore {
  typealias Configuration = JSONStoreConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: JSONStoreConfiguration
  let name: String
  let schema: Schema
  let identifier: String

  init(
    _ configuration: JSONStoreConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    name = configuration.name
    schema = configuration.schema ?? Schema([])
    identifier = configuration.fileURL.lastPathComponent
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    configuration.log.fetched.append("\(T.self)")
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: Array(try read().values))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    if let refusal = configuration.log.refusal { throw refusal }
    configuration.log.requests.append(
      [request.inserted, request.updated, request.deleted].map { snapshots in
        snapshots.map(\.persistentIdentifier.entityName).sorted()
      })
    configuration.log.author = request.editingState.author
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName,
        primaryKey: UUID())
    }
    var stored = try read()
    for snapshot in request.inserted + request.updated {
      let identifier =
        remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      stored[identifier] = snapshot.copy(
        persistentIdentifier: identifier, remappedIdentifiers: remapped)
    }
    for snapshot in request.deleted { stored[snapshot.persistentIdentifier] = nil }
    try write(stored)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  func erase() throws { try write([:]) }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: configuration.fileURL.path) else { return [:] }
    let snapshots = try JSONDecoder().decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
    return Dictionary(uniqueKeysWithValues: snapshots.map { ($0.persistentIdentifier, $0) })
  }

  private func write(_ snapshots: [PersistentIdentifier: DefaultSnapshot]) throws {
    try JSONEncoder().encode(Array(snapshots.values)).write(
      to: configuration.fileURL, options: .atomic)
  }
}

struct JSONStoreConfiguration: DataStoreConfiguration {
  typealias Store = JSONStore

  let name: String
  var schema: Schema?
  let fileURL: URL
  var log = Log()

  /// What the store was asked, and whether it refuses saves. Each test uses it on one thread.
  final class Log: @unchecked Sendable {
    var fetched: [String] = []
    var requests: [[[String]]] = []
    var author: String?
    var refusal: (any Error)?
  }

  static func == (lhs: JSONStoreConfiguration, rhs: JSONStoreConfiguration) -> Bool {
    lhs.name == rhs.name && lhs.fileURL == rhs.fileURL
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Models of a custom store.
enum Journey {
  enum Kind: String, Codable { case land, sea }

  struct Place: Codable, Equatable {
    var latitude: Double
    var longitude: Double
  }

  @Model final class Trip {
    @Attribute(.unique) var name: String
    var distance: Double = 0
    var begins: Date?
    var kind = Kind.land
    var place: Place?
    var photo: Data?
    var notes: [String] = []
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
    @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
    var title: String { name.uppercased() }

    init(_ name: String, distance: Double = 0) {
      self.name = name
      self.distance = distance
    }
  }

  @Model final class Stop {
    var place: String
    var trip: Trip?
    init(_ place: String) { self.place = place }
  }

  @Model final class Tag {
    var word: String
    var trips: [Trip] = []
    init(_ word: String) { self.word = word }
  }

  /// Leads to stops that don't lead back.
  @Model final class Guide {
    var name: String
    var places: [Stop] = []
    init(_ name: String) { self.name = name }
  }

  static let models: [any PersistentModel.Type] = [Trip.self, Stop.self, Tag.self, Guide.self]
}
