import Foundation
import StrataStoreSupport
import Strata
import Testing

@Suite struct PartIndexes {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Probe.self, DeepProbe.self, ProbeSite.self,
        configurations: .temporary))
  }

  private func plan(_ predicate: Predicate<Probe>) throws -> String {
    try context.explain(FetchDescriptor(predicate: predicate)).plan.joined(separator: "\n")
  }

  @Test func areNamedByProperty() {
    let entity = context.container.schema.entitiesByName["Probe"]
    #expect(
      entity?.indices == [
        ["sample.value"], ["site", "sample.moment"], ["spare.value"], ["reading"],
      ])
    #expect(entity?.uniquenessConstraints == [["site", "serial", "spare.kind"]])
  }

  @Test func areUsedByPredicates() throws {
    #expect(
      try plan(#Predicate { $0.sample.value == 3 })
        .contains("SEARCH t0 USING INDEX strata_Probe_sample.value_index"))
    #expect(
      try plan(#Predicate { $0.spare?.value == 3 })
        .contains("SEARCH t0 USING INDEX strata_Probe_spare.value_index"))
    #expect(
      try plan(#Predicate { $0.reading.kind == "a" })
        .contains("SEARCH t0 USING INDEX strata_Probe_reading_index (reading_kind=?"))
  }

  @Test func areMadeOfWholeValuesToo() throws {
    let sql = context.container.schema.definition.joined(separator: "\n")
    #expect(sql.contains(#"("reading_kind", "reading_value", "reading_moment", "reading_gain")"#))
    #expect(sql.contains(#"("site", "sample_moment")"#))
  }

  @Test func holdUniquePartsApart() throws {
    context.uniqueConflictPolicy = .error
    let site = ProbeSite(name: "a")
    context.insert(site)
    let (first, second) = (Probe(1, .init("x"), site: site), Probe(1, .init("y"), site: site))
    for probe in [first, second] { context.insert(probe) }
    first.spare = .init("x", 1)
    second.spare = .init("y", 1)
    try context.save()
    second.spare = .init("x", 2)
    #expect(throws: StackError.self) { try context.save() }
    second.spare = .init("z", 1)
    try context.save()
  }

  @Test func mustBeOfTheClassItself() {
    let error = #expect(throws: SchemaError.self) { try ModelContainer(for: ProbeLog.self) }
    #expect(error?.description.contains("#Index of ProbeLog: \\ProbeLog.probe?") == true)
  }
}
