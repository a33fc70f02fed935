import Foundation
import StrataManagedObjects

/// Abstract: make objects of the classes that inherit from it.
class ManagedTrip: ManagedObject {
  @Managed var name: String?
  @Managed var begins: Date?
  @Managed var days: Int16
  @Managed var photo: Data?
  @Managed var color: Data?
  @Managed var length: Double
  @Managed var start: [String: Any]?
  @Managed var stops: [ManagedStop]
}

final class ManagedStop: ManagedObject {
  @Managed var id: UUID?
  @Managed var page: URL?
  @Managed var trip: ManagedTrip?
  @Managed var seenFrom: ManagedStop?
}

final class ManagedBusinessTrip: ManagedTrip {
  @Managed var allowance: Decimal?
  @Managed var `class`: Int
}
