import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataSQLite

/// New objects that a save gives other keys, since another program has taken theirs.
@Suite(.alsoPartlyFetched) struct ReplacedKeys {
  @Test func areFollowedByTheGroups() throws {
    let archive = try Archive()
    let (context, manager) = (archive.context, archive.manager)
    try archive.begin(with: Paper("1"))
    let binder = Binder("A")
    let papers = [Paper("2"), Paper("3")]
    binder.papers = papers
    papers[1].tags = [Tag("x")]
    context.insert(binder)
    context.processPendingChanges()
    papers[1].title = "three"
    let taken = papers.map(\.persistentModelID.rowKey)
    try Connection.toTables(of: archive.folder.store()).execute(
      taken.map {
        "INSERT INTO \"Paper\" (strata_key, strata_entity, title, pages, notes, words) VALUES (\($0), 'Paper', 'other', 1, '{}', '[]')"
      }.joined(separator: ";"))
    try context.save()
    #expect(Set(papers.map(\.persistentModelID.rowKey)).isDisjoint(with: taken))
    try manager.undo()
    #expect(papers[1].title == "3")
    try manager.undo()
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "other", "other"])
    try manager.redo()
    try manager.redo()
    try context.save()
    #expect(try archive.otherContext().papers() == ["1", "2", "other", "other", "three"])
    #expect(binder.papers == papers && papers[1].tags.map(\.word) == ["x"])
    #expect(try archive.faults().isEmpty)
  }
}
