public import SwiftData

enum Placement {
  enum SchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Entry.self, Label.self] }

    @Model
    final class Entry {
      var title: String
      @Relationship(inverse: \SchemaV1.Label.entry) var label: Label?
      init(title: String) { self.title = title }
    }
  }

  enum SchemaV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Entry.self] }

    @Model final class Entry {
      var title: String
      var pageCount = 0
      init(title: String) { self.title = title }
    }
  }
}

extension Placement.SchemaV1 {
  @Model
  class Label {  // a comment behind the brace
    var text: String
    var entry: Entry?
    init(text: String) { self.text = text }
  }
}

typealias PlacedEntry = Placement.SchemaV1.Entry

/// Seen everywhere.
@available(macOS 15, *)
@Model public final class PublicModel {
  /// A name.
  public private(set) var name: String
  /// A model with a name.
  public init(name: String) { self.name = name }
}

@Model package class PackageModel {
  package var name: String
  package init(name: String) { self.name = name }
}

@dynamicMemberLookup
@Model
final class LookedUp {
  private var values: [String: Int] = [:]
  init() {}

  subscript(dynamicMember name: String) -> Int {
    get { values[name] ?? 0 }
    set { values[name] = newValue }
  }
}

#if canImport(SwiftData)
@Model
#endif
final class ConditionalModel {
  #if canImport(SwiftData)
  #Unique<ConditionalModel>([\.name])
  #endif
  var name: String
  #if os(Linux) || os(macOS)
  var build: Int
  #else
  var handle: String
  #endif
  #if canImport(SwiftData)
  @Attribute(.externalStorage)
  #endif
  var picture: Data?

  init(name: String, build: Int) {
    self.name = name
    self.build = build
  }
}

/// A generic type with models in it.
final class PlacedCache<Value: Codable> {
  @Model final class Entry {
    #Unique<Entry>([\.key])
    @Attribute(.unique) var key: String
    var value: Value?
    @Relationship(inverse: \PlacedCache<Value>.Group.entries) var group: Group?
    init(key: String) { self.key = key }
  }

  @Model class Group {
    var name = ""
    var entries: [Entry] = []
    init() {}
  }

  @Model class NamedGroup: Group {
    var title = ""
    override init() { super.init() }
  }
}
