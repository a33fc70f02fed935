import Foundation
import Strata

/// A model whose values are JSON at first, in columns later, and changed in small ways then.
enum FaresJSON {
  struct Money: Codable, Equatable {
    var amount: Int
    var currency: String?
  }

  enum Fare: Codable, Equatable {
    case free
    case single(price: Int)
    case pair(Double, Money?)
    case until(Date)
  }

  struct Ticket: Codable, Equatable {
    var id: UUID
    var at: Date
    var link: URL
    var data: Data
    var exact: Decimal
    var rough: Float
    var large: UInt64
    var isUsed: Bool
    var notes: [String]
    var money: Money?
    var factor: Double
  }

  @Model final class Ride {
    var name: String
    var fare: Fare
    var back: Fare?
    var ticket: Ticket

    init(_ name: String, _ fare: Fare, _ ticket: Ticket) {
      self.name = name
      self.fare = fare
      self.ticket = ticket
    }
  }
}

enum FaresColumns {
  @Composite struct Money: Codable, Equatable {
    var amount: Int
    var currency: String?
  }

  @Composite enum Fare: Codable, Equatable {
    case free
    case single(price: Int)
    case pair(Double, Money?)
    case until(Date)
  }

  @Composite struct Ticket: Codable, Equatable {
    var id: UUID
    var at: Date
    var link: URL
    var data: Data
    var exact: Decimal
    var rough: Float
    var large: UInt64
    var isUsed: Bool
    var notes: [String]
    var money: Money?
    var factor: Double
  }

  @Model final class Ride {
    #Index<Ride>([\.fare.price])
    var name: String
    var fare: Fare
    var back: Fare?
    var ticket: Ticket

    init(_ name: String, _ fare: Fare, _ ticket: Ticket) {
      self.name = name
      self.fare = fare
      self.ticket = ticket
    }
  }
}

/// A case more, a value inside a value as JSON again, a member renamed, and members more.
enum FaresChanged {
  struct Money: Codable, Equatable {
    var amount: Int
    var currency: String?
  }

  @Composite enum Fare: Codable, Equatable {
    case free
    case single(price: Int)
    case pair(Double, Money?)
    case until(Date)
    case gift(from: String)
  }

  @Composite struct Ticket {
    var serial = UUID()
    var class_ = 2
    var remark: String?
    var id: UUID
    @Attribute(originalName: "at") var moment: Date
    var link: URL
    var data: Data
    var exact: Decimal
    var rough: Float
    var large: UInt64
    var isUsed: Bool
    var notes: [String]
    var money: FaresColumns.Money?
    var factor: Double
  }

  @Model final class Ride {
    var name: String
    var fare: Fare
    var back: Fare?
    var ticket: Ticket
    init(_ name: String, _ other: Ride) {
      self.name = name
      fare = other.fare
      back = other.back
      ticket = other.ticket
    }
  }
}

/// What nobody can follow.
enum FaresRefused {
  /// A member that may not be nil and has no default.
  @Composite struct Ticket: Codable {
    var id: UUID
    var owner: String
  }

  @Model final class Ride {
    var name: String
    var ticket: Ticket
    init(_ name: String, _ other: Ride) {
      self.name = name
      ticket = other.ticket
    }
  }
}

enum FaresOtherKeys {
  /// JSON under other keys, which the columns don't tell.
  struct Fare: Codable {
    var price: Int?
    enum CodingKeys: String, CodingKey { case price = "cost" }
  }

  @Model final class Ride {
    var name: String
    var fare: Fare
    init(_ name: String, _ other: Ride) {
      self.name = name
      fare = other.fare
    }
  }
}

enum FaresNotCodable {
  @Composite enum Fare { case free, single(price: Int) }

  @Model final class Ride {
    var name: String
    var fare: Fare
    init(_ name: String, _ other: Ride) {
      self.name = name
      fare = other.fare
    }
  }
}

/// Without a case that there was.
enum FaresFewer {
  @Composite enum Fare { case free, single(price: Int) }

  @Model final class Ride {
    var name: String
    var fare: Fare
    init(_ name: String, _ other: Ride) {
      self.name = name
      fare = other.fare
    }
  }
}
