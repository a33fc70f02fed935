public import Foundation
import StrataCoreDataStores
public import StrataDescriptions
internal import Synchronization

// Unchecked, since callers follow Core Data's rule: one thread builds a model, and nothing changes it
// once a coordinator uses it. What coordinators change is behind a lock.
/// A managed object model that you build by assignment.
///
///     let model = NSManagedObjectModel()
///     model.entities = [trip, stop]
///
/// Once a coordinator uses the model, an assignment changes nothing, and the next save of a context of
/// that coordinator throws ``ManagedObjectError/modelInUse(_:)``. Change a ``copy()`` instead.
public final class NSManagedObjectModel: @unchecked Sendable {
  private var all: [NSEntityDescription] = []
  private var rest = ManagedObjectModel()
  private let use = Mutex(Use())

  private struct Use {
    var isInUse = false
    var mistakes: [ManagedObjectError] = []
  }

  /// Creates a model without entities.
  public init() {}

  /// Creates a model of the same content.
  public init(_ model: ManagedObjectModel) {
    rest = model
    rest.entities = []
    all = model.ownEntities.map { NSEntityDescription($0) }
    let byName = entitiesByName
    for entity in all {
      entity.managedObjectModel = self
      if let above = entity.superentityName.flatMap({ byName[$0] }) { entity.enter(above) }
    }
  }

  /// The entities. An assignment adds their subentities, too.
  public var entities: [NSEntityDescription] {
    get { all }
    set {
      change {
        for entity in all { entity.managedObjectModel = nil }
        all = []
        var open = Array(newValue.reversed())
        while let entity = open.popLast() {
          guard !all.contains(where: { $0 === entity }) else { continue }
          all.append(entity)
          if let other = entity.managedObjectModel, other !== self {
            refuse(
              .unsupported(
                "\(entity) belongs to another model already; take it from a copy() of that model"))
          }
          entity.managedObjectModel = self
          open += entity.subentities.reversed()
        }
      }
    }
  }
  /// The entities by name.
  public var entitiesByName: [String: NSEntityDescription] {
    Dictionary(all.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }
  /// The names of the configurations. A model without one has `PF_DEFAULT_CONFIGURATION_NAME`.
  public var configurations: [String] {
    rest.configurations.isEmpty
      ? [Self.defaultConfiguration] : rest.configurations.map(\.name)
  }
  /// Core Data's name for the configuration with all entities.
  package static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"
  /// The developer's identifiers of the model's version.
  public var versionIdentifiers: Set<AnyHashable> {
    get { rest.versionIdentifiers }
    set { change { rest.versionIdentifiers = Set(newValue.map { "\($0.base)" }) } }
  }
  /// The hashes that tell versions of the entities apart, by name. Empty if the model can't be used.
  public var entityVersionHashesByName: [String: Data] {
    do {
      return VersionRecord.hashes(of: try described())
    } catch {
      refuse(error)
      return [:]
    }
  }
  /// A hash of the whole model, as text. Empty if the model can't be used.
  public var versionChecksum: String {
    do {
      return try described().versionChecksum
    } catch {
      refuse(error)
      return ""
    }
  }

  /// The checksum of a model whose entities have some hashes, as a store's metadata has them. Empty if
  /// one is no hash of this library.
  package static func versionChecksum(of hashes: [String: Data]) -> String {
    var values: [String: VersionHash] = [:]
    for (name, data) in hashes {
      guard data.count == 16 else { return "" }
      values[name] = VersionHash(value: data.reduce(0) { $0 << 8 | UInt128($1) })
    }
    return ManagedObjectModel.versionChecksum(of: values)
  }

  /// Returns the entities of a configuration, or all entities without a name. Returns nil if there is
  /// no such configuration.
  public func entities(forConfigurationName name: String?) -> [NSEntityDescription]? {
    guard let name else { return all }
    guard let found = rest.configurations.first(where: { $0.name == name }) else {
      return name == Self.defaultConfiguration ? all : nil
    }
    let byName = entitiesByName
    return found.entityNames.compactMap { byName[$0] }
  }

  /// Sets the entities of a configuration, and creates the configuration if necessary.
  public func setEntities(
    _ entities: [NSEntityDescription], forConfigurationName name: String
  ) {
    change {
      let configuration = ConfigurationDescription(
        name: name, entityNames: entities.compactMap(\.name))
      if let index = rest.configurations.firstIndex(where: { $0.name == name }) {
        rest.configurations[index] = configuration
      } else {
        rest.configurations.append(configuration)
      }
    }
  }

  /// Returns a request like the template with a name, or nil if there is none.
  public func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    fetchRequestFromTemplate(withName: name, substitutionVariables: [:])
  }

  /// The requests of all templates, by name.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    var requests: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    for template in rest.fetchRequestTemplates {
      requests[template.name] = fetchRequestTemplate(forName: template.name)
    }
    return requests
  }

  /// Sets the template with a name, or removes it with nil. Its predicate is a text without
  /// arguments.
  public func setFetchRequestTemplate(
    _ request: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    change {
      do throws(ManagedObjectError) {
        rest.setFetchRequestTemplate(try request?.template(named: name), forName: name)
      } catch {
        refuse(error)
      }
    }
  }

  /// Creates a request from the template with a name. Returns nil if there is none.
  ///
  /// - Parameter variables: Values for the variables of the template's predicate.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let template = rest.fetchRequestTemplate(forName: name),
      let entity = template.entityName
    else { return nil }
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.take(template)
    request.predicate = request.predicate?.withSubstitutionVariables(variables)
    return request
  }

  /// Returns a model of the same content that no coordinator uses.
  public func copy() -> Any {
    do {
      return NSManagedObjectModel(try described())
    } catch {
      let empty = NSManagedObjectModel()
      empty.refuse(error)
      return empty
    }
  }

  // MARK: Use

  /// True once a coordinator uses the model.
  public var isInUse: Bool { use.withLock { $0.isInUse } }

  /// The model as a value.
  ///
  /// - Throws: ``ManagedObjectError`` for a part that a model can't have, and for an earlier change
  ///   that couldn't be made.
  public func described() throws(ManagedObjectError) -> ManagedObjectModel {
    if let mistake = use.withLock({ $0.isInUse ? nil : $0.mistakes.first }) { throw mistake }
    var model = rest
    for entity in all { model.entities.append(try entity.described()) }
    return model
  }

  /// Begins the model's use by coordinators.
  func begin(_ entities: [String: ManagedEntity]) {
    let begins = use.withLock { use in
      defer { use.isInUse = true }
      return !use.isInUse
    }
    guard begins else { return }
    for entity in all { if let used = entity.name.flatMap({ entities[$0] }) { entity.use(used) } }
  }

  /// Records a change that can't be made.
  func refuse(_ part: String) { refuse(ManagedObjectError.modelInUse(part)) }

  /// Records an error of the model, which its use by a coordinator throws.
  package func refuse(_ error: ManagedObjectError) { use.withLock { $0.mistakes.append(error) } }

  /// Returns the first change that couldn't be made, and forgets it.
  func takeMistake() -> ManagedObjectError? {
    use.withLock { $0.mistakes.isEmpty ? nil : $0.mistakes.removeFirst() }
  }

  private func change(_ part: String = #function, _ body: () -> Void) {
    guard !isInUse else { return refuse("the model's \(part)") }
    body()
  }
}

extension NSManagedObjectModel: Hashable {
  /// True if both have the same content.
  public static func == (lhs: NSManagedObjectModel, rhs: NSManagedObjectModel) -> Bool {
    if lhs === rhs { return true }
    do {
      return try lhs.described() == rhs.described()
    } catch {
      // A model that can't be used equals only itself.
      return false
    }
  }

  /// Hashes the entities' names.
  public func hash(into hasher: inout Hasher) { hasher.combine(Set(all.map(\.name))) }
}
