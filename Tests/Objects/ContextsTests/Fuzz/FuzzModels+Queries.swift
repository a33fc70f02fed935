import Strata

extension Crate {
  static var valuePath: ReferenceWritableKeyPath<Crate, Int> { \.value }

  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Crate> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Parcel {
  static var valuePath: ReferenceWritableKeyPath<Parcel, Int> { \.value }

  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Parcel> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Label {
  static var valuePath: ReferenceWritableKeyPath<Label, Int> { \.value }

  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Label> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Note {
  static var valuePath: ReferenceWritableKeyPath<Note, Int> { \.value }

  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Note> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Mark {
  static var valuePath: ReferenceWritableKeyPath<Mark, Int> { \.value }

  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Mark> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Ticket {
  static var valuePath: ReferenceWritableKeyPath<Ticket, Int> { \.value }

  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Ticket> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}
