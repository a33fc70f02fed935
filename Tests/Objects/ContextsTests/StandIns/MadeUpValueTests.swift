import Foundation
import Strata
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

/// What the types of a program are called with.
private enum Calls {
  private static let strangers = Mutex<[String]>([])
  private static let getters = Mutex<Int>(0)

  /// Records a call with a value that the program never made.
  static func recordStranger(_ call: String) { strangers.withLock { $0.append(call) } }
  static func recordGetter() { getters.withLock { $0 += 1 } }

  static func restart() {
    strangers.withLock { $0 = [] }
    getters.withLock { $0 = 0 }
  }

  static var madeUp: [String] { strangers.withLock { $0 } }
  static var getterCount: Int { getters.withLock { $0 } }
}

/// Has one to five stars.
private struct Rating: Codable, Equatable {
  var stars: Int
  var text: String

  var label: String {
    Calls.recordGetter()
    return String(repeating: "*", count: stars)
  }

  init(_ stars: Int, _ text: String) { (self.stars, self.text) = (stars, text) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    stars = try container.decode(Int.self, forKey: .stars)
    text = try container.decode(String.self, forKey: .text)
    // A `precondition` would end the program.
    if !(1...5).contains(stars) || text.isEmpty { Calls.recordStranger("Rating(from: \(stars))") }
  }

  private enum CodingKeys: String, CodingKey { case stars = "s", text }
}

/// Has a text of three letters.
private struct Code: RawRepresentable, Codable, Equatable {
  let rawValue: String

  init(rawValue: String) {
    self.rawValue = rawValue
    if rawValue.utf8.count != 3 { Calls.recordStranger("Code(rawValue: \(rawValue))") }
  }
}

/// Says its raw value otherwise than it keeps it.
private struct Hidden: RawRepresentable, Codable, Equatable {
  private let text: String
  var rawValue: String { text }

  init(rawValue: String) {
    text = rawValue
    if rawValue.utf8.count != 3 { Calls.recordStranger("Hidden(rawValue: \(rawValue))") }
  }
}

/// Has more than nothing.
private struct Portion: ColumnRepresentable, Equatable {
  let grams: Int
  static var columns: [ColumnDescription] { Int.columns }

  init(_ grams: Int) { self.grams = grams }

  init(from row: inout Row) throws {
    grams = try Int(from: &row)
    if grams <= 0 { Calls.recordStranger("Portion(from: \(grams))") }
  }

  func bind(to binder: inout Binder) throws { try grams.bind(to: &binder) }
}

@Composite private struct Lid: Equatable {
  var code: Code
  var portion: Portion?
}

private enum Course: Int, Codable {
  case starter = 4, main = 9

  var title: String { self == .main ? "main" : "before" }
}

private protocol Titled: PersistentModel { var title: String { get } }

@Model private final class Dish: Titled {
  var name: String
  var rating: Rating
  var other: Rating?
  var usual = Rating(3, "usual")
  var code: Code
  var hidden: Hidden
  var portion: Portion
  var cover: Lid
  var course: Course
  var menu: Menu?

  var title: String {
    if name.isEmpty { Calls.recordStranger("Dish.title") }
    return name
  }

  init(_ name: String, _ stars: Int) {
    if name.isEmpty { Calls.recordStranger("Dish.init") }
    self.name = name
    rating = Rating(stars, name)
    code = Code(rawValue: "\(name)\(name)\(name)")
    hidden = Hidden(rawValue: "\(name)\(name)\(name)")
    portion = Portion(stars)
    cover = Lid(code: Code(rawValue: "abc"), portion: Portion(1))
    course = stars > 2 ? .main : .starter
  }
}

@Model private final class Jar {
  let portion: Portion
  let code: Code
  init(_ grams: Int) {
    portion = Portion(grams)
    code = Code(rawValue: "jar")
  }
}

@Model private final class Menu {
  var number: Int
  @Relationship(inverse: \Dish.menu) var dishes: [Dish] = []
  init(_ number: Int) { self.number = number }
}

/// Nothing of a program is called with values that the program never made.
@Suite(.serialized) struct MadeUpValues {
  private let folder: TemporaryFolder
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Dish.self, Jar.self, Menu.self, configurations: ModelConfiguration(url: folder.file()))
    let first = ModelContext(container)
    let menu = Menu(1)
    first.insert(menu)
    for (name, stars) in [("a", 1), ("b", 5), ("c", 3)] {
      let dish = Dish(name, stars)
      dish.menu = menu
      first.insert(dish)
    }
    first.insert(Jar(1))
    try first.save()
    context = ModelContext(container)
    Calls.restart()
  }

  private func names(
    _ predicate: Predicate<Dish>? = nil, by order: SortDescriptor<Dish>...
  ) throws -> [String] {
    try context.fetch(FetchDescriptor(predicate: predicate, sortBy: order)).map(\.name)
  }

  @Test func areNotDecodedByAFetch() throws {
    #expect(try names().count == 3)
    #expect(Calls.madeUp == [])
  }

  @Test func areNotNeededToFindMembers() throws {
    let member = try names(#Predicate { $0.rating.stars > 3 })
    let path = try names(\Dish.rating.stars > 3)
    let sorted = try names(by: SortDescriptor(\.rating.stars, order: .reverse))
    #expect(member == ["b"] && path == ["b"] && sorted == ["b", "c", "a"])
    #expect(try names(#Predicate { $0.usual.text == "usual" }).count == 3)
    #expect(try names(#Predicate { $0.other?.stars == 1 }) == [])
    #expect(Calls.madeUp == [])
  }

  @Test func areNotNeededToFindRawValues() throws {
    #expect(try names(#Predicate { $0.code.rawValue == "bbb" }) == ["b"])
    #expect(try names(\Dish.code.rawValue == "bbb") == ["b"])
    #expect(
      try names(#Predicate { $0.course.rawValue > 5 }, by: SortDescriptor(\.name)) == ["b", "c"])
    #expect(try names(#Predicate { $0.course.title == "before" }) == ["a"])
    #expect(try names(\Dish.course.rawValue == 4) == ["a"])
    #expect(Calls.madeUp == [])
  }

  @Test func areNotNeededToRefuseARawValueThatIsWorkedOut() throws {
    let error = #expect(throws: PredicateTranslationError.self) {
      try names(#Predicate { $0.hidden.rawValue == "bbb" })
    }
    #expect(error.map { "\($0)" }?.contains("compare the value itself") == true)
    let hidden = Hidden(rawValue: "bbb")
    #expect(try names(#Predicate { $0.hidden == hidden }) == ["b"])
    #expect(Calls.madeUp == [])
  }

  @Test func areNotNeededToRefuseAGetter() throws {
    let error = #expect(throws: PredicateTranslationError.self) {
      try names(#Predicate { $0.rating.label == "*" })
    }
    #expect(error.map { "\($0)" }?.contains("@Composite") == true)
    #expect(throws: PredicateTranslationError.self) {
      try names(by: SortDescriptor(\.rating.label))
    }
    #expect(Calls.madeUp == [] && Calls.getterCount == 0)
  }

  @Test func areNotNeededToRefuseAProtocolsProperty() throws {
    func find<T: Titled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(predicate: #Predicate { $0.title == "a" }))
    }
    func sorted<T: Titled>(_ type: T.Type) throws -> [T] {
      try context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\.title)]))
    }
    let error = #expect(throws: PredicateTranslationError.self) { try find(Dish.self) }
    #expect(error.map { "\($0)" }?.contains("KeyPath<Self, String>") == true)
    #expect(throws: PredicateTranslationError.self) { try sorted(Dish.self) }
    #expect(Calls.madeUp == [])
  }

  @Test func areNotInAPlaceholder() throws {
    let dish = try #require(try context.fetch(FetchDescriptor<Dish>()).first)
    let identifier = dish.persistentModelID
    try Connection(path: folder.file().path).execute("DELETE FROM Dish")
    let placeholder = try #require(
      ModelContext(context.container).model(for: identifier) as? Dish)
    #expect(placeholder.modelContext == nil && placeholder.name == "")
    #expect(placeholder.usual == Rating(3, "usual") && placeholder.other == nil)
    #expect(placeholder.course == .starter)
    #expect(Calls.madeUp == [])
  }

  @Test func areNotInConstants() throws {
    let jar = try #require(try context.fetch(FetchDescriptor<Jar>()).first)
    #expect(jar.portion == Portion(1) && jar.code.rawValue == "jar")
    let identifier = jar.persistentModelID
    try Connection(path: folder.file().path).execute("DELETE FROM Jar")
    let placeholder = ModelContext(context.container).model(for: identifier)
    #expect(placeholder.modelContext == nil && !(placeholder is Jar))
    #expect(Calls.madeUp == [])
  }

  @Test func areNotInBackingData() throws {
    let data = Dish.createBackingData()
    #expect(data.getValue(forKey: \.usual).stars == 3)
    data.setValue(forKey: \.code, to: Code(rawValue: "xyz"))
    #expect(Dish(backingData: data).code.rawValue == "xyz")
    #expect(Calls.madeUp == [])
  }

  @Test func areNotAskedForByACheck() throws {
    #expect(try context.checkStore() == [])
    #expect(Calls.madeUp == [])
  }
}
