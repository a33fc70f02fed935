import Foundation
import StrataStoreSupport
import Strata
import StrataImport
import StrataTestSupport
import Testing

@Suite struct RandomImports {
  /// Imports at random, and does the same with a dictionary, item by item.
  @Test func comeToWhatOneItemAfterTheOtherComesTo() throws {
    var random = SeededGenerator()
    let atlas = try Atlas(.error)
    var expected: [String: String] = ["taken": "taken"]
    var arrivals = 0
    let context = atlas.context
    context.insert(Country("Peru"))
    let taken = Place("taken", name: "taken")
    taken.label = "taken"
    context.insert(taken)
    try context.save()
    let witnesses = try Witnesses(at: atlas.folder.store())
    for round in 0..<(FuzzRounds.count * 10) {
      let steps = (0..<Int.random(in: 0...60, using: &random)).map { index in
        let kind = Step.Kind.random(using: &random)
        // What the save refuses must not be deleted before by an item behind it.
        let number = kind == .refuse ? 100 + index : Int.random(in: 0..<30, using: &random)
        return Step(code: "P\(number)", name: "\(round).\(index)", kind: kind)
      }
      var words: [String] = []
      for step in steps {
        words.append(step.word(expected[step.code] != nil))
        switch step.kind {
        case .put:
          expected[step.code] = step.name
          arrivals += 1
        case .remove: expected[step.code] = nil
        case .look, .throwAtOnce, .throwLate, .refuse: break
        }
      }
      let options = ImportOptions(chunkSize: Int.random(in: 1...25, using: &random))
      let result = try atlas.container.import(steps, options: options)
      #expect(result.outcomes.map(\.word) == words)
      #expect(result.failures.map(\.index) == words.indices.filter { words[$0] == "failed" })
      #expect(try atlas.names() == expected)
      let peru = try #require(try atlas.context.fetch(FetchDescriptor<Country>()).first)
      #expect(peru.arrivals == arrivals)
      try witnesses.mark()
    }
    #expect(try witnesses.faults() == [])
    #expect(try atlas.context.checkStore().isEmpty)
  }
}

private struct Step: Persistable {
  enum Kind: CaseIterable {
    case put, remove, look, throwAtOnce, throwLate, refuse

    static func random(using random: inout SeededGenerator) -> Kind {
      // Most are fit to be imported, in some rounds all.
      random.chance(1, in: 12)
        ? allCases.randomElement(using: &random) ?? .put
        : random.chance(1, in: 4) ? .remove : .put
    }
  }

  let code: String
  let name: String
  let kind: Kind

  static var importKey: ImportKey<Self, Place> { ImportKey(\.code, from: \.code) }

  static func importerData(for items: [Self], in context: ModelContext) throws -> [String: Country]
  {
    try context.existing(Country.self, by: \.name, in: ["Peru"])
  }

  func importAction(
    for place: Place?, with countries: inout [String: Country]
  ) throws -> ImportAction<Place> {
    if kind == .look { return .nothing }
    if kind == .throwAtOnce { throw Refusal() }
    if kind == .remove { return .delete }
    let found = place ?? Place(code)
    found.name = name
    countries["Peru"]?.arrivals += 1
    if kind == .throwLate { throw Refusal() }
    if kind == .refuse { found.label = "taken" }
    return place == nil ? .insert(found) : .update
  }

  func word(_ isThere: Bool) -> String {
    switch kind {
    case .put: isThere ? "updated" : "inserted"
    case .remove: isThere ? "deleted" : "unchanged"
    case .look: "unchanged"
    case .throwAtOnce, .throwLate, .refuse: "failed"
    }
  }
}
