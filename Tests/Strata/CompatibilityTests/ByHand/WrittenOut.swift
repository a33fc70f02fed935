import SwiftData

/// What Xcode's "Expand Macro" shows of `@Model`, as source.
final class WrittenItem {
  var timestamp: Date {
    @storageRestrictions(accesses: _$backingData, initializes: _timestamp)
    init(initialValue) {
      _$backingData.setValue(forKey: \.timestamp, to: initialValue)
      _timestamp = _SwiftDataNoType()
    }
    get {
      _$observationRegistrar.access(self, keyPath: \.timestamp)
      return self.getValue(forKey: \.timestamp)
    }
    set {
      _$observationRegistrar.withMutation(of: self, keyPath: \.timestamp) {
        self.setValue(forKey: \.timestamp, to: newValue)
      }
    }
  }

  @Transient
  private var _timestamp: _SwiftDataNoType = _SwiftDataNoType()

  init(timestamp: Date) {
    self.timestamp = timestamp
  }

  @Transient
  private var _$backingData: any BackingData<WrittenItem> = WrittenItem.createBackingData()

  var persistentBackingData: any BackingData<WrittenItem> {
    get { _$backingData }
    set { _$backingData = newValue }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    return [
      SwiftData.Schema.PropertyMetadata(
        name: "timestamp", keypath: \WrittenItem.timestamp, defaultValue: nil, metadata: nil)
    ]
  }

  required init(backingData: any BackingData<WrittenItem>) {
    _timestamp = _SwiftDataNoType()
    self.persistentBackingData = backingData
  }

  @Transient
  private let _$observationRegistrar = Observation.ObservationRegistrar()

  struct _SwiftDataNoType {}
}

extension WrittenItem: SwiftData.PersistentModel {}

extension WrittenItem: Observation.Observable {}

/// A model with each kind of property, and `access` and `withMutation` as methods.
class WrittenTrip: PersistentModel {
  enum Kind: String, Codable { case leisure, work }

  struct Budget: Codable, Equatable {
    var amount: Double
    var currency: String
  }

  var name: String {
    @storageRestrictions(accesses: _$backingData, initializes: _name)
    init(initialValue) {
      _$backingData.setValue(forKey: \.name, to: initialValue)
      _name = _SwiftDataNoType()
    }
    get {
      access(keyPath: \.name)
      return getValue(forKey: \.name)
    }
    set { withMutation(keyPath: \.name) { setValue(forKey: \.name, to: newValue) } }
  }
  private var _name = _SwiftDataNoType()

  var nights: Int16 {
    get {
      access(keyPath: \.nights)
      return getValue(forKey: \.nights)
    }
    set { withMutation(keyPath: \.nights) { setValue(forKey: \.nights, to: newValue) } }
  }

  var kind: Kind {
    get { getValue(forKey: \.kind) }
    set { withMutation(keyPath: \.kind) { setValue(forKey: \.kind, to: newValue) } }
  }

  var earlierKind: Kind? {
    get { getValue(forKey: \.earlierKind) }
    set { setValue(forKey: \.earlierKind, to: newValue) }
  }

  var budget: Budget {
    get { getValue(forKey: \.budget) }
    set { setValue(forKey: \.budget, to: newValue) }
  }

  var note: String? {
    get { getValue(forKey: \.note) }
    set { withMutation(keyPath: \.note) { setValue(forKey: \.note, to: newValue) } }
  }

  var token: UUID {
    get { getValue(forKey: \.token) }
    set { setValue(forKey: \.token, to: newValue) }
  }

  var marks: Int {
    get { getValue(forKey: \.marks) }
    set { setValue(forKey: \.marks, to: newValue) }
  }

  var stops: [WrittenStop] {
    @storageRestrictions(accesses: _$backingData, initializes: _stops)
    init(initialValue) {
      _$backingData.setValue(forKey: \.stops, to: initialValue)
      _stops = _SwiftDataNoType()
    }
    get {
      access(keyPath: \.stops)
      return getValue(forKey: \.stops)
    }
    set { withMutation(keyPath: \.stops) { setValue(forKey: \.stops, to: newValue) } }
  }
  private var _stops = _SwiftDataNoType()

  var guides: [WrittenGuide]? {
    get { getValue(forKey: \.guides) }
    set { setValue(forKey: \.guides, to: newValue) }
  }

  private var _$backingData: any BackingData<WrittenTrip> = WrittenTrip.createBackingData()
  var persistentBackingData: any BackingData<WrittenTrip> {
    get { _$backingData }
    set { _$backingData = newValue }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(
        name: "name", keypath: \WrittenTrip.name, defaultValue: nil,
        metadata: Schema.Attribute(.unique, originalName: "title")),
      .init(name: "nights", keypath: \WrittenTrip.nights, defaultValue: 1, metadata: nil),
      .init(
        name: "kind", keypath: \WrittenTrip.kind, defaultValue: Kind.leisure, metadata: nil),
      .init(name: "earlierKind", keypath: \WrittenTrip.earlierKind),
      .init(
        name: "budget", keypath: \WrittenTrip.budget,
        defaultValue: Budget(amount: 0, currency: "EUR")),
      .init(name: "note", keypath: \WrittenTrip.note),
      .init(name: "token", keypath: \WrittenTrip.token, defaultValue: UUID()),
      .init(
        name: "marks", keypath: \WrittenTrip.marks, defaultValue: 0,
        metadata: Schema.Attribute(.ephemeral)),
      .init(
        name: "stops", keypath: \WrittenTrip.stops, defaultValue: nil,
        metadata: Schema.Relationship(deleteRule: .cascade, inverse: \WrittenStop.trip)),
      .init(name: "guides", keypath: \WrittenTrip.guides),
    ]
  }

  init(name: String, stops: [WrittenStop] = []) {
    self.name = name
    self.stops = stops
  }

  required init(backingData: any BackingData<WrittenTrip>) {
    _name = _SwiftDataNoType()
    _stops = _SwiftDataNoType()
    self.persistentBackingData = backingData
  }

  private let _$observationRegistrar = ObservationRegistrar()

  func access<Member>(keyPath: KeyPath<WrittenTrip, Member>) {
    _$observationRegistrar.access(self, keyPath: keyPath)
  }

  func withMutation<Member, Result>(
    keyPath: KeyPath<WrittenTrip, Member>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}

/// The other end of a relationship, written out as well.
final class WrittenStop: PersistentModel {
  var city: String {
    @storageRestrictions(accesses: _$backingData, initializes: _city)
    init(initialValue) {
      _$backingData.setValue(forKey: \.city, to: initialValue)
      _city = _SwiftDataNoType()
    }
    get { getValue(forKey: \.city) }
    set { setValue(forKey: \.city, to: newValue) }
  }
  private var _city = _SwiftDataNoType()

  var trip: WrittenTrip? {
    @storageRestrictions(accesses: _$backingData, initializes: _trip)
    init(initialValue) {
      _$backingData.setValue(forKey: \.trip, to: initialValue)
      _trip = _SwiftDataNoType()
    }
    get {
      _$observationRegistrar.access(self, keyPath: \.trip)
      return getValue(forKey: \.trip)
    }
    set {
      _$observationRegistrar.withMutation(of: self, keyPath: \.trip) {
        setValue(forKey: \.trip, to: newValue)
      }
    }
  }
  private var _trip = _SwiftDataNoType()

  private var _$backingData: any BackingData<WrittenStop> = WrittenStop.createBackingData()
  var persistentBackingData: any BackingData<WrittenStop> {
    get { _$backingData }
    set { _$backingData = newValue }
  }

  static var schemaMetadata: [Schema.PropertyMetadata] {
    [
      .init(name: "city", keypath: \WrittenStop.city),
      .init(name: "trip", keypath: \WrittenStop.trip),
    ]
  }

  init(city: String, trip: WrittenTrip? = nil) {
    self.city = city
    self.trip = trip
  }

  required init(backingData: any BackingData<WrittenStop>) {
    self.persistentBackingData = backingData
  }

  private let _$observationRegistrar = ObservationRegistrar()
}

/// A macro's class that is related to one that is written out.
@Model final class WrittenGuide {
  var name: String
  var trip: WrittenTrip?
  init(name: String) { self.name = name }
}
