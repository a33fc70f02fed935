package import Foundation
package import Strata

/// A model of the random tests: told apart by its serial number, with its relationships by name.
package protocol FuzzModel: PersistentModel {
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

@Model package final class Crate: FuzzModel {
  package var serial: Int
  package var value = 0
  @Relationship(inverse: \Parcel.crate) package var parcels: [Parcel] = []
  @Relationship(deleteRule: .cascade, inverse: \Label.crate) package var label: Label?
  package var marks: [Mark] = []
  package var parent: Crate?
  @Relationship(deleteRule: .cascade, inverse: \Crate.parent) package var children: [Crate] = []
  @Relationship(deleteRule: .cascade, inverse: \Ticket.crate) package var tickets: [Ticket] = []
  package var favorite: Parcel?
  package var seen: [Parcel] = []

  package init(serial: Int) { self.serial = serial }

  package func targets(_ end: End) -> [any FuzzModel] {
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

  package func point(_ end: End, to target: (any FuzzModel)?) {
    switch end {
    case .crateLabel: label = target as? Label
    case .crateParent: parent = target as? Crate
    case .crateFavorite: favorite = target as? Parcel
    default: break
    }
  }

  package func edit(_ end: End, _ edit: ArrayEdit) {
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

@Model package final class Parcel: FuzzModel {
  package var serial: Int
  package var value = 0
  package var crate: Crate?

  package init(serial: Int) { self.serial = serial }

  package func targets(_ end: End) -> [any FuzzModel] {
    end == .parcelCrate ? crate.map { [$0] } ?? [] : []
  }

  package func point(_ end: End, to target: (any FuzzModel)?) { crate = target as? Crate }
  package func edit(_ end: End, _ edit: ArrayEdit) {}
}

@Model package final class Label: FuzzModel {
  package var serial: Int
  package var value = 0
  package var crate: Crate?
  @Relationship(inverse: \Note.label) package var notes: [Note]?

  package init(serial: Int) { self.serial = serial }

  package func targets(_ end: End) -> [any FuzzModel] {
    switch end {
    case .labelCrate: crate.map { [$0] } ?? []
    case .labelNotes: notes ?? []
    default: []
    }
  }

  package func point(_ end: End, to target: (any FuzzModel)?) { crate = target as? Crate }

  package func edit(_ end: End, _ edit: ArrayEdit) {
    var array = notes ?? []
    edit.apply(to: &array)
    notes = array
  }
}

@Model package final class Note: FuzzModel {
  package var serial: Int
  package var value = 0
  package var label: Label?

  package init(serial: Int) { self.serial = serial }

  package func targets(_ end: End) -> [any FuzzModel] {
    end == .noteLabel ? label.map { [$0] } ?? [] : []
  }

  package func point(_ end: End, to target: (any FuzzModel)?) { label = target as? Label }
  package func edit(_ end: End, _ edit: ArrayEdit) {}
}

@Model package final class Mark: FuzzModel {
  package var serial: Int
  package var value = 0
  package var crates: [Crate] = []
  package var related: [Mark] = []

  package init(serial: Int) { self.serial = serial }

  package func targets(_ end: End) -> [any FuzzModel] {
    switch end {
    case .markCrates: crates
    case .markRelated: related
    default: []
    }
  }

  package func point(_ end: End, to target: (any FuzzModel)?) {}

  package func edit(_ end: End, _ edit: ArrayEdit) {
    switch end {
    case .markCrates: edit.apply(to: &crates)
    case .markRelated: edit.apply(to: &related)
    default: break
    }
  }
}

/// A ticket must have a crate.
@Model package final class Ticket: FuzzModel {
  package var serial: Int
  package var value = 0
  package var crate: Crate

  package init(serial: Int, crate: Crate) {
    self.serial = serial
    self.crate = crate
  }

  package convenience init(serial: Int) { self.init(serial: serial, crate: Crate(serial: -1)) }

  package func targets(_ end: End) -> [any FuzzModel] { end == .ticketCrate ? [crate] : [] }

  package func point(_ end: End, to target: (any FuzzModel)?) {
    if let target = target as? Crate { crate = target }
  }

  package func edit(_ end: End, _ edit: ArrayEdit) {}
}
