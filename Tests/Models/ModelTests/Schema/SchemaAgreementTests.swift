import Foundation
import StrataStoreSupport
import Strata
import Testing

@Suite struct SchemaAgreements {
  private func container(of json: String) throws -> ModelContainer {
    let schema = try JSONDecoder().decode(Schema.self, from: Data(json.utf8))
    return try ModelContainer(
      for: schema, configurations: .temporary)
  }

  private func json() throws -> String {
    String(
      decoding: try JSONEncoder().encode(
        Schema(TravelHalt.self, TravelLeg.self, AnyMeter.self)),
      as: UTF8.self)
  }

  @Test func aSchemaThatWasWrittenDownMakesAContainer() throws {
    let context = ModelContext(try container(of: json()))
    context.insert(TravelHalt())
    try context.save()
    #expect(try context.count(of: TravelHalt.self) == 1)
  }

  @Test(arguments: [
    (#""name":"limit""#, #""name":"bound""#, "AnyMeter"),
    (#""isToOne":true"#, #""isToOne":false"#, "TravelLeg"),
    (#""columnName":"start""#, #""columnName":"begin""#, "TravelLeg"),
  ])
  func aSchemaThatSaysOtherwiseIsRefused(
    words: String, others: String, entity: String
  ) throws {
    let json = try json()
    try #require(json.contains(words))
    let changed = json.replacing(words, with: others)
    let error = #expect(throws: (any Error).self) { try container(of: changed) }
    if let error = error as? ModelError {
      #expect(error == .schemaDiffersFromModels(entity: entity))
    } else {
      #expect(error is SchemaError)
    }
  }
}
