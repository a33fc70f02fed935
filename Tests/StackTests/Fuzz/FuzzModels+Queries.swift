import Strata

extension Crate {
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Crate> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Parcel {
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Parcel> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Label {
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Label> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Note {
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Note> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Mark {
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Mark> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}

extension Ticket {
  static func query(_ least: Int, _ order: SortOrder) -> FetchDescriptor<Ticket> {
    FetchDescriptor(
      predicate: #Predicate { $0.value >= least },
      sortBy: [SortDescriptor(\.value, order: order), SortDescriptor(\.serial, order: order)])
  }
}
