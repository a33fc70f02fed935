import Strata
import Testing

@Suite @MainActor struct SectionsOfResults {
  let context: ModelContext

  init() throws {
    context = ModelContext(try Chores.container())
    let chores = [("sweep", "kitchen"), ("mop", "bath"), ("wash", "kitchen"), ("dust", nil)]
    for (title, room) in chores { context.insert(Chore(title, room: room)) }
  }

  private func observer() throws -> ResultsObserver<Chore, String> {
    try ResultsObserver(
      sortBy: [SortDescriptor(\.title)], sectionBy: \.room, modelContext: context)
  }

  private func text(_ observer: ResultsObserver<Chore, String>) -> [String] {
    (observer.sections.map { Array($0) } ?? []).map { section in
      section.title + ":" + section.map(\.title).joined(separator: ",")
    }
  }

  @Test func groupResultsByTitle() throws {
    let observer = try observer()
    #expect(text(observer) == [":dust", "bath:mop", "kitchen:sweep,wash"])
    let sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["", "bath", "kitchen"])
    #expect(sections.index(ofSectionTitled: "kitchen") == 2)
    #expect(sections[sectionTitle: "bath"]?.id == "bath")
    #expect(sections[sectionTitle: "attic"] == nil)
    #expect(observer.sectionBy == \Chore.room)
    #expect(observer.sortBy.map(\.keyPath) == [\Chore.room, \Chore.title])
  }

  @Test func findObjectsByPlaceAndPlacesOfObjects() throws {
    let observer = try observer()
    let wash = try #require(observer.element(at: IndexPath(item: 1, section: 2)))
    #expect(wash.title == "wash")
    let place = try #require(observer.indexPath(for: wash))
    #expect((place.section, place.item) == (2, 1))
    #expect(observer.element(at: IndexPath(item: 2, section: 2)) == nil)
    #expect(observer.element(at: IndexPath(item: 0, section: 3)) == nil)
    #expect(observer.element(at: IndexPath(index: 0)) == nil)
    #expect(observer.indexPath(for: Chore("of no context", room: "bath")) == nil)
  }

  @Test func followTheirObjects() throws {
    let observer = try observer()
    let count = Count()
    withObservationTracking {
      _ = observer.sections
    } onChange: {
      count.add()
    }
    let mop = try #require(observer.element(at: IndexPath(item: 0, section: 1)))
    // The order of all objects stays, and only a title changes.
    mop.room = "cellar"
    try observer.update()
    #expect(count.total == 1 && text(observer) == [":dust", "cellar:mop", "kitchen:sweep,wash"])
    context.delete(mop)
    #expect(observer.sections?.sectionTitles == ["", "kitchen"])
  }

  @Test func keepTheirOrderWhenAnotherIsSet() throws {
    let observer = try observer()
    observer.sortBy = [SortDescriptor(\.title, order: .reverse)]
    #expect(text(observer) == [":dust", "bath:mop", "kitchen:wash,sweep"])
  }

  @Test func areNilWithoutTitles() throws {
    let observer = try ResultsObserver<Chore, Never>(modelContext: context)
    #expect(observer.sections == nil && observer.sectionBy == nil)
    #expect(observer.element(at: IndexPath(item: 0, section: 0)) == nil)
    #expect(try observer.indexPath(for: #require(observer.results.first)) == nil)
  }

  @Test func canBeOfATextThatIsntOptional() throws {
    let observer = try ResultsObserver<Chore, String>(
      fetchDescriptor: FetchDescriptor(), sectionBy: \.title, modelContext: context)
    #expect(observer.sections?.sectionTitles == ["dust", "mop", "sweep", "wash"])
  }
}
