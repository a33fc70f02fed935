import Strata

/// A model of the random tests: told apart by its serial number, with its relationships by name.
protocol FuzzModel: PersistentModel {
  var serial: Int { get }
  var value: Int { get set }
  init(serial: Int)
  /// What a relationship leads to; empty for another class's.
  func targets(_ end: End) -> [any FuzzModel]
  /// Makes a to-one relationship lead elsewhere.
  func point(_ end: End, to target: (any FuzzModel)?)
  /// Changes a to-many relationship in place.
  func edit(_ end: End, _ edit: ArrayEdit)
  /// The value's key path.
  static var valuePath: ReferenceWritableKeyPath<Self, Int> { get }
  /// Asks for objects of some value or more, by value and serial number.
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Self>
}

@Model final class Crate: FuzzModel {
  var serial: Int
  var value = 0
  @Relationship(inverse: \Parcel.crate) var parcels: [Parcel] = []
  @Relationship(deleteRule: .cascade, inverse: \Label.crate) var label: Label?
  var marks: [Mark] = []
  var parent: Crate?
  @Relationship(deleteRule: .cascade, inverse: \Crate.parent) var children: [Crate] = []
  @Relationship(deleteRule: .cascade, inverse: \Ticket.crate) var tickets: [Ticket] = []
  var favorite: Parcel?
  var seen: [Parcel] = []

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any FuzzModel] {
    switch end {
    case .crateParcels: parcels
    case .crateLabel: label.map { [$0] } ?? []
    case .crateMarks: marks
    case .crateParent: parent.map { [$0] } ?? []
    case .crateChildren: children
    case .crateTickets: tickets
    case .crateFavorite: favorite.map { [$0] } ?? []
    case .crateSeen: seen
    default: []
    }
  }

  func point(_ end: End, to target: (any FuzzModel)?) {
    switch end {
    case .crateLabel: label = target as? Label
    case .crateParent: parent = target as? Crate
    case .crateFavorite: favorite = target as? Parcel
    default: break
    }
  }

  func edit(_ end: End, _ edit: ArrayEdit) {
    switch end {
    case .crateParcels: edit.apply(to: &parcels)
    case .crateMarks: edit.apply(to: &marks)
    case .crateChildren: edit.apply(to: &children)
    case .crateTickets: edit.apply(to: &tickets)
    case .crateSeen: edit.apply(to: &seen)
    default: break
    }
  }
}

@Model final class Parcel: FuzzModel {
  var serial: Int
  var value = 0
  var crate: Crate?

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any FuzzModel] {
    end == .parcelCrate ? crate.map { [$0] } ?? [] : []
  }

  func point(_ end: End, to target: (any FuzzModel)?) { crate = target as? Crate }
  func edit(_ end: End, _ edit: ArrayEdit) {}
}

@Model final class Label: FuzzModel {
  var serial: Int
  var value = 0
  var crate: Crate?
  @Relationship(inverse: \Note.label) var notes: [Note]?

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any FuzzModel] {
    switch end {
    case .labelCrate: crate.map { [$0] } ?? []
    case .labelNotes: notes ?? []
    default: []
    }
  }

  func point(_ end: End, to target: (any FuzzModel)?) { crate = target as? Crate }

  func edit(_ end: End, _ edit: ArrayEdit) {
    var array = notes ?? []
    edit.apply(to: &array)
    notes = array
  }
}

@Model final class Note: FuzzModel {
  var serial: Int
  var value = 0
  var label: Label?

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any FuzzModel] {
    end == .noteLabel ? label.map { [$0] } ?? [] : []
  }

  func point(_ end: End, to target: (any FuzzModel)?) { label = target as? Label }
  func edit(_ end: End, _ edit: ArrayEdit) {}
}

@Model final class Mark: FuzzModel {
  var serial: Int
  var value = 0
  var crates: [Crate] = []
  var related: [Mark] = []

  init(serial: Int) { self.serial = serial }

  func targets(_ end: End) -> [any FuzzModel] {
    switch end {
    case .markCrates: crates
    case .markRelated: related
    default: []
    }
  }

  func point(_ end: End, to target: (any FuzzModel)?) {}

  func edit(_ end: End, _ edit: ArrayEdit) {
    switch end {
    case .markCrates: edit.apply(to: &crates)
    case .markRelated: edit.apply(to: &related)
    default: break
    }
  }
}

/// A ticket must have a crate.
@Model final class Ticket: FuzzModel {
  var serial: Int
  var value = 0
  var crate: Crate

  init(serial: Int, crate: Crate) {
    self.serial = serial
    self.crate = crate
  }

  convenience init(serial: Int) { self.init(serial: serial, crate: Crate(serial: -1)) }

  func targets(_ end: End) -> [any FuzzModel] { end == .ticketCrate ? [crate] : [] }

  func point(_ end: End, to target: (any FuzzModel)?) {
    if let target = target as? Crate { crate = target }
  }

  func edit(_ end: End, _ edit: ArrayEdit) {}
}
