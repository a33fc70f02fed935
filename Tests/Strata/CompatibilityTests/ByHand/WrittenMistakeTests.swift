import SwiftData
import Testing

@Suite struct MistakesInClassesWrittenOutByHand {
  private func problem(_ type: any PersistentModel.Type) -> String? {
    Schema([type]).problem.map { "\($0)" }
  }

  @Test func areToldByTheSchema() {
    #expect(
      problem(WrittenMistakes.Unstorable.self)
        == "Unstorable.value is of the type Opaque, which can't be stored; make it Codable, or leave it out "
        + "of schemaMetadata")
    #expect(
      problem(WrittenMistakes.WrongDefault.self)
        == "WrongDefault.value is of the type Int, and its defaultValue in schemaMetadata isn't")
    #expect(
      problem(WrittenMistakes.Transformed.self)
        == "Transformed.value is transformed, which needs a class that @Model expands: keep its data, or "
        + "mark the class @Model")
    #expect(
      problem(WrittenMistakes.Foreign.self)
        == "Foreign.timestamp is described by a key path of WrittenItem; its schemaMetadata has key paths of "
        + "the class alone")
    #expect(problem(WrittenMistakes.Base.self) == nil)
    #expect(
      problem(WrittenMistakes.Derived.self)
        == "Derived.schemaMetadata doesn't say what Derived inherits from Base: classes that conform to "
        + "PersistentModel by hand are in no hierarchy; mark both with @Model")
  }

  @Test func areThrownWhereAContainerIsMade() throws {
    let file = try StoreFile()
    #expect(throws: SchemaError.self) { try file.context([WrittenMistakes.Unstorable.self]) }
  }

  @Test func anObjectOfASubclassIsRefusedByTheSave() throws {
    let file = try StoreFile()
    let context = try file.context([WrittenMistakes.Base.self])
    context.insert(WrittenMistakes.Derived())
    #expect(throws: StackError.unknownModel("Derived")) { try context.save() }
  }

  @Test func twoObjectsCannotShareTheirData() async {
    await #expect(processExitsWith: .failure) {
      let item = WrittenItem(timestamp: Date())
      _ = item.timestamp
      _ = WrittenItem(backingData: item.persistentBackingData).timestamp
    }
  }

  @Test func dataIsNotReplacedInAContext() async {
    await #expect(processExitsWith: .failure) {
      let context = ModelContext(
        try ModelContainer(
          for: WrittenItem.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
      let item = WrittenItem(timestamp: Date())
      context.insert(item)
      // Up to here nothing is wrong.
      item.persistentBackingData = WrittenItem.createBackingData()
    }
  }

  @Test func whatIsNotDescribedHasNoValue() async {
    await #expect(processExitsWith: .failure) { _ = WrittenMistakes.WrongDefault().other }
  }
}
