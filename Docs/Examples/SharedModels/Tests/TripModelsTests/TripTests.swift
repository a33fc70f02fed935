import Foundation
import SwiftData
import Testing

@testable import TripModels

@Suite struct Trips {
  private func book() throws -> TripBook {
    TripBook(
      try ModelContainer(
        for: Trip.self, Stop.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
  }

  @Test func areFoundByTheirStops() throws {
    let book = try book()
    try book.add(code: "A", name: "Alps", stops: ["Chamonix", "Zermatt"])
    try book.add(code: "J", name: "Jura", stops: ["Basel"])
    #expect(try book.trips(through: "Zermatt").map(\.code) == ["A"])
    #expect(try book.trips(nights: 2).map(\.code) == ["A"])
  }

  @Test func haveOneCodeEach() throws {
    let book = try book()
    try book.add(code: "A", name: "Alps", stops: ["Chamonix"])
    try book.add(code: "A", name: "The Alps", stops: ["Zermatt"])
    #expect(try book.trips().map(\.name) == ["The Alps"])
  }
}
