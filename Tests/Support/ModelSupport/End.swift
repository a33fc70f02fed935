/// The classes of the random tests.
package enum Kind: CaseIterable, Sendable {
  case crate, parcel, label, note, mark, ticket

  package var type: any FuzzModel.Type {
    switch self {
    case .crate: Crate.self
    case .parcel: Parcel.self
    case .label: Label.self
    case .note: Note.self
    case .mark: Mark.self
    case .ticket: Ticket.self
    }
  }
}

/// One end of a relationship of the random tests' models, as the oracle knows it.
package enum End: CaseIterable, Sendable {
  case crateParcels, parcelCrate
  case crateLabel, labelCrate
  case crateMarks, markCrates
  case crateChildren, crateParent
  case crateTickets, ticketCrate
  case labelNotes, noteLabel
  case crateFavorite, crateSeen, markRelated

  package var kind: Kind {
    switch self {
    case .crateParcels, .crateLabel, .crateMarks, .crateChildren, .crateParent, .crateTickets,
      .crateFavorite, .crateSeen:
      .crate
    case .parcelCrate: .parcel
    case .labelCrate, .labelNotes: .label
    case .markCrates, .markRelated: .mark
    case .ticketCrate: .ticket
    case .noteLabel: .note
    }
  }

  package var destination: Kind {
    switch self {
    case .crateParcels, .crateFavorite, .crateSeen: .parcel
    case .crateLabel, .noteLabel: .label
    case .crateMarks, .markRelated: .mark
    case .crateTickets: .ticket
    case .labelNotes: .note
    case .parcelCrate, .labelCrate, .markCrates, .crateChildren, .crateParent, .ticketCrate: .crate
    }
  }

  package var isToOne: Bool {
    switch self {
    case .parcelCrate, .crateLabel, .labelCrate, .crateParent, .ticketCrate, .noteLabel,
      .crateFavorite:
      true
    default: false
    }
  }

  package var isRequired: Bool { self == .ticketCrate }

  package var inverse: End? {
    switch self {
    case .crateParcels: .parcelCrate
    case .parcelCrate: .crateParcels
    case .crateLabel: .labelCrate
    case .labelCrate: .crateLabel
    case .crateMarks: .markCrates
    case .markCrates: .crateMarks
    case .crateChildren: .crateParent
    case .crateParent: .crateChildren
    case .crateTickets: .ticketCrate
    case .ticketCrate: .crateTickets
    case .labelNotes: .noteLabel
    case .noteLabel: .labelNotes
    case .crateFavorite, .crateSeen, .markRelated: nil
    }
  }

  package var cascades: Bool { [.crateLabel, .crateChildren, .crateTickets].contains(self) }

  /// Of two ends the one that the oracle keeps links under.
  package var isCanonical: Bool {
    switch self {
    case .parcelCrate, .labelCrate, .markCrates, .crateParent, .ticketCrate, .noteLabel: false
    default: true
    }
  }

  package static func of(_ kind: Kind) -> [End] { allCases.filter { $0.kind == kind } }
}

/// A change of an array, in place.
package enum ArrayEdit {
  case append(any FuzzModel)
  case insert(any FuzzModel, at: Int)
  case replace(at: Int, with: any FuzzModel)
  case remove(at: Int)
  case assign([any FuzzModel])
  case appendAll([any FuzzModel])
  case swap(Int, Int)
  case reverse
  case removeAll

  package func apply<Model: FuzzModel>(to array: inout [Model]) {
    switch self {
    case .append(let member):
      if let member = member as? Model { array.append(member) }
    case .insert(let member, let index):
      if let member = member as? Model { array.insert(member, at: index) }
    case .replace(let index, let member):
      if let member = member as? Model { array[index] = member }
    case .remove(let index): array.remove(at: index)
    case .assign(let members): array = members.compactMap { $0 as? Model }
    case .appendAll(let members): array += members.compactMap { $0 as? Model }
    case .swap(let first, let second): array.swapAt(first, second)
    case .reverse: array.reverse()
    case .removeAll: array.removeAll()
    }
  }
}
