import SwiftData
import Testing

/// Code that names SwiftData's constraints on keys.
@Suite struct KeysConstrainedByType {
  private let context: ModelContext
  private let crate: KeyedCrate
  private let pile = KeyedPile()
  private let file: StoreFile

  init() throws {
    file = try StoreFile()
    context = try file.context([KeyedCrate.self])
    crate = KeyedCrate(label: "a", pile: pile)
    context.insert(crate)
    try context.save()
  }

  @Test func readsWhatIsThere() {
    let keys = KeysByType(model: crate)
    #expect(keys.value(\.label) == "a" && keys.value(\.weight) == 1)
    #expect(keys.object(\.pile) === pile && keys.object(\.content) == nil)
    let piled = KeysByType(model: pile)
    #expect(piled.members(\.crates).map(\.label) == ["a"])
  }

  @Test func changesAreSavedAndTrueAtBothEnds() throws {
    let other = KeyedPile()
    let inner = KeyedCrate(label: "b", pile: other)
    let keys = KeysByType(model: crate)
    keys.set(\.label, "c")
    keys.relate(\.content, inner)
    keys.relate(\.pile, other)
    #expect(pile.crates.isEmpty && other.crates.count == 2)
    try context.save()
    let found = try ModelContext(context.container).fetch(
      FetchDescriptor<KeyedCrate>(sortBy: [SortDescriptor(\.label)]))
    #expect(found.map(\.label) == ["b", "c"] && found.last?.content === found.first)
    #expect(found.last?.pile === found.first?.pile)
  }

  @Test func backingDataTakesTheSameKinds() throws {
    func change(_ values: some BackingData<KeyedCrate>) -> Bool {
      let keys = BackingKeysByType(values: values)
      let other = KeyedPile()
      return keys.value(\.label) { $0 + "d" } == "ad"
        && keys.object(\.content) { _ in crate } === crate
        && keys.object(\.pile) { _ in other } === other
    }
    let isCrateChanged = change(crate.persistentBackingData)
    #expect(isCrateChanged)
    #expect(crate.label == "ad" && crate.content === crate && pile.crates.isEmpty)
    func fill(_ values: some BackingData<KeyedPile>) -> Bool {
      let keys = BackingKeysByType(values: values)
      return keys.members(\.crates) { $0 + [crate] } == [crate]
        && keys.members(\.spare) { _ in [crate] } == [crate]
    }
    let isPileChanged = fill(pile.persistentBackingData)
    #expect(isPileChanged)
    #expect(crate.pile === pile && pile.spare == [crate])
  }

  @Test func aModelThatIsCodableIsNotAmbiguous() {
    crate.setValue(forKey: \.content, to: crate)
    #expect(crate.getValue(forKey: \.content) === crate)
    pile.setValue(forKey: \.spare, to: [crate])
    #expect(pile.getValue(forKey: \.spare) == [crate])
    #expect(pile.getValue(forKey: \.crates) == [crate])
  }

  @Test func anyRelationshipToManyIsCleared() {
    let other = KeyedPile()
    let kept = KeyedCrate(label: "b", pile: other)
    clear(\.crates, of: other)
    #expect(other.crates.isEmpty && kept.label == "b" && pile.crates == [crate])
  }

  @Test func aTypeTellsWhatItsMembersAre() {
    #expect(memberName([KeyedCrate].self) == "KeyedCrate")
    #expect(memberName([KeyedPile]?.self) == "KeyedPile")
  }
}
