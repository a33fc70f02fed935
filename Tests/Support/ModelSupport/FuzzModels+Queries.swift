package import Foundation
package import Strata

extension Crate {
  package static var valuePath: ReferenceWritableKeyPath<Crate, Int> { \.value }

  package static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Crate> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Parcel {
  package static var valuePath: ReferenceWritableKeyPath<Parcel, Int> { \.value }

  package static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Parcel> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Label {
  package static var valuePath: ReferenceWritableKeyPath<Label, Int> { \.value }

  package static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Label> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Note {
  package static var valuePath: ReferenceWritableKeyPath<Note, Int> { \.value }

  package static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Note> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Mark {
  package static var valuePath: ReferenceWritableKeyPath<Mark, Int> { \.value }

  package static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Mark> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Ticket {
  package static var valuePath: ReferenceWritableKeyPath<Ticket, Int> { \.value }

  package static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Ticket> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}
