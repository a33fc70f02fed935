import Foundation
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@Suite struct CompositeValues {
  let tours: Tours

  init() throws { tours = try Tours() }

  private static let tolls: [TourToll] = [
    .free, .entry(price: 3), .season(price: -1, days: 30), .season(price: 0, days: nil),
    .group(TourPlace(latitude: 1.5, longitude: -2), ["a", "ä"]), .other(price: "much"),
  ]

  @Test(arguments: tolls) func comeBackAsTheyWere(_ toll: TourToll) throws {
    let tour = Tour("a")
    tour.toll = toll
    tour.rest = toll
    tour.away = TourAddress(
      note: "x", town: "B", number: 7, place: TourPlace(latitude: 1, longitude: 2), mood: .bad,
      tags: ["t"], id: UUID())
    tour.hints = TourHints(first: nil, second: 2)
    tour.pace = .fast
    let found = try #require(try tours.reread([tour]).first)
    #expect(found.toll == toll && found.rest == toll)
    #expect(found.home == tour.home && found.away == tour.away)
    #expect(found.hints == tour.hints && found.maybe == nil)
    #expect(found.pace == .fast)
  }

  @Test func ofNothingButNilAreNotNil() throws {
    let tour = Tour("a")
    tour.maybe = TourHints()
    tour.away = TourAddress(note: nil, town: "", place: nil, id: UUID())
    let found = try #require(try tours.reread([tour]).first)
    #expect(found.maybe == TourHints() && found.away == tour.away && found.rest == nil)
  }

  @Test func haveColumnsThatAStrangerUnderstands() throws {
    // Defaults stand between the type and the comment.
    let sql = tours.container.schema.definition.joined(separator: "\n")
      .replacing(#/\ DEFAULT\ ('[^']*'|[-0-9.]+|\(.*\))/#, with: "")
    for line in [
      #""toll_kind" TEXT NOT NULL, -- one of 'free', 'entry', 'season', 'group', 'other'"#,
      #""toll_price" INTEGER,"#, #""toll_otherPrice" TEXT,"#, #""toll_group0_latitude" REAL,"#,
      #""toll_group1" TEXT, -- JSON"#, #""home_town" TEXT NOT NULL"#,
      #""home_place_latitude" REAL,"#, #""home_id" BLOB NOT NULL, -- UUID"#,
      #""home_mood" TEXT NOT NULL, -- one of 'good', 'bad'"#,
      #""maybe_exists" INTEGER, -- one of 1"#,
      #""pace" TEXT NOT NULL, -- one of 'slow', 'normal', 'fast'"#,
    ] {
      #expect(sql.contains(line), "\(line)")
    }
  }

  @Test func areChangedMemberByMember() throws {
    try tours.reread([Tour("a", town: "A")])
    let context = tours.context()
    let tour = try #require(try context.fetch(FetchDescriptor<Tour>()).first)
    tour.home.number += 5
    tour.home.place = TourPlace(latitude: 4, longitude: 5)
    #expect(context.hasChanges)
    try context.save()
    let others = tours.context()
    let other = try #require(try others.fetch(FetchDescriptor<Tour>()).first)
    #expect(other.home.number == 6 && other.home.place?.longitude == 5)
    other.home.place?.latitude = 9
    other.rest = .entry(price: 1)
    try others.save()
    #expect(tour.home.place?.latitude == 4)
    try context.mergeChanges()
    #expect(tour.home.place?.latitude == 9 && tour.rest == .entry(price: 1))
    tour.home.town = "Z"
    context.rollback()
    #expect(tour.home.town == "A")
  }

  @Test(arguments: [
    "toll_kind = 'lost'", "toll_kind = 'entry'", "toll_price = 3",
    "toll_kind = 'season', toll_price = 1, toll_otherPrice = 'x'", "toll_group0_longitude = 1.0",
    "toll_kind = 'group', toll_group0_latitude = 1.0, toll_group1 = '[]'",
    "rest_kind = 'lost'", "rest_price = 1", "rest_kind = 'other'",
    "away_note = 'x'", "away_town = 'x'", "home_place_latitude = 1.0",
    "hints_exists = 0", "maybe_first = 'x'", "pace = 'idle'",
  ]) func areHeldByTheStoreToWhatMakesOne(_ assignment: String) throws {
    try tours.reread([Tour("a")])
    let connection = try Connection(path: tours.folder.file().path)
    #expect(throws: StorageError.self) {
      try connection.execute("UPDATE Tour SET \(assignment)")
    }
  }

  @Test(arguments: [
    ("toll_kind = 'lost'", "'lost' is none"), ("toll_kind = 'entry'", "fits no case of TourToll"),
    ("hints_exists = 2", "only 1 says"), ("pace = 'idle'", "fits no case of TourPace"),
    ("home_mood = 'odd'", "odd is no TourGrade"),
  ]) func thatFitNoCaseAreAnError(_ assignment: String, _ reason: String) throws {
    try tours.reread([Tour("a"), Tour("b")])
    let connection = try Connection(path: tours.folder.file().path)
    try connection.execute("PRAGMA ignore_check_constraints = 1")
    try connection.execute("UPDATE Tour SET \(assignment) WHERE name = 'b'")
    #expect {
      _ = try tours.context().fetch(FetchDescriptor<Tour>())
    } throws: { error in
      guard case .invalidValue(let value) = error as? StorageError else { return false }
      return value.table == "Tour" && value.key == 2 && value.reason.contains(reason)
    }
  }
}
