import ArgumentParser
import Foundation
import TripModels

/// Lists and adds trips.
@main struct TripsTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trips", abstract: "Lists and adds trips.", subcommands: [List.self, Add.self])
}

struct StoreOptions: ParsableArguments {
  @Option(help: "The file with the trips.") var store = "trips.store"

  func open() throws -> TripBook { try TripBook.open(URL(filePath: store)) }
}

struct List: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Lists trips by name.")
  @OptionGroup var options: StoreOptions
  @Option(help: "Only trips through this place.") var through: String?

  func run() throws {
    let book = try options.open()
    for trip in try through.map({ try book.trips(through: $0) }) ?? book.trips() {
      print("\(trip.code)\t\(trip.name)\t\(trip.stops.map(\.place).joined(separator: ", "))")
    }
  }
}

struct Add: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Adds a trip.")
  @OptionGroup var options: StoreOptions
  @Argument(help: "The code of the trip, of which there is one.") var code: String
  @Argument(help: "Its name.") var name: String
  @Argument(help: "The places where it stops.") var stops: [String] = []

  func run() throws {
    try options.open().add(code: code, name: name, stops: stops)
  }
}
