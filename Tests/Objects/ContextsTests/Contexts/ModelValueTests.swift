import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct ModelValues {
  @Test func ofEveryTypeComeBackFromAFile() throws {
    let store = try Storehouse()
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let uuid = UUID()
    // A server's texts have no zero character.
    let text = TestServer.isWanted ? "a\u{1}b 🎈 \"'" : "a\0b 🎈 \"'"
    do {
      let context = try store.context()
      let new = Specimen(bool: true)
      new.int = .min
      new.int8 = .min
      new.int16 = .max
      new.int32 = .min
      new.int64 = .max
      new.uint = .max
      new.uint8 = .max
      new.uint16 = .max
      new.uint32 = .max
      new.uint64 = .max
      new.float = 0.1
      new.double = -1.0e-300
      new.decimal = Decimal(string: "12345678901234567890.123456789") ?? 0
      new.string = text
      new.date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
      new.data = Data([0, 255, 7])
      new.uuid = uuid
      new.url = url
      new.genre = .poem
      new.rank = .high
      new.shape = .text("x", bold: true)
      new.cover = Cover(width: 3, height: 4)
      new.words = ["", "b"]
      new.counts = ["one": 1]
      context.insert(new)
      try context.save()
    }
    let read = try #require(try store.context().all(Specimen.self).first)
    #expect(read.bool)
    #expect(read.int == .min && read.int8 == .min && read.int16 == .max && read.int32 == .min)
    #expect(read.int64 == .max && read.uint == .max && read.uint8 == .max)
    #expect(read.uint16 == .max && read.uint32 == .max && read.uint64 == .max)
    #expect(read.float == 0.1)
    #expect(read.double == -1.0e-300)
    #expect(read.decimal == Decimal(string: "12345678901234567890.123456789"))
    #expect(read.string == text)
    #expect(read.date == Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))
    #expect(read.data == Data([0, 255, 7]))
    #expect(read.uuid == uuid)
    #expect(read.url == url)
    #expect(read.genre == .poem && read.rank == .high)
    #expect(read.shape == .text("x", bold: true))
    #expect(read.cover == Cover(width: 3, height: 4))
    #expect(read.words == ["", "b"] && read.counts == ["one": 1])
  }

  @Test func areTheDefaultsOfTheDeclaration() throws {
    let store = try Storehouse()
    let writing = try store.context()
    writing.insert(Author(name: "Ann"))
    try writing.save()
    let read = try #require(try store.context().all(Author.self).first)
    #expect(read.height == 1.75 && read.isActive && read.born == nil && read.books.isEmpty)
  }

  @Test func mayBeNil() throws {
    let store = try Storehouse()
    let writing = try store.context()
    writing.insert(OptionalSpecimen())
    try writing.save()
    let read = try #require(try store.context().all(OptionalSpecimen.self).first)
    #expect(read.bool == nil && read.int == nil && read.uint64 == nil && read.double == nil)
    #expect(read.decimal == nil && read.string == nil && read.date == nil && read.data == nil)
    #expect(read.uuid == nil && read.url == nil && read.genre == nil && read.rank == nil)
    #expect(read.shape == nil && read.cover == nil && read.words == nil)
  }

  @Test func ofOptionalPropertiesComeBackAndGoAgain() throws {
    let store = try Storehouse()
    let writing = try store.context()
    let new = OptionalSpecimen()
    new.bool = false
    new.genre = .essay
    new.rank = .high
    new.shape = .circle(radius: 2)
    new.cover = Cover(width: 5, height: 6)
    new.words = []
    writing.insert(new)
    try writing.save()
    do {
      let context = try store.context()
      let read = try #require(try context.all(OptionalSpecimen.self).first)
      #expect(read.bool == false && read.genre == .essay && read.rank == .high)
      #expect(read.shape == .circle(radius: 2) && read.cover == Cover(width: 5, height: 6))
      #expect(read.words == [])
      read.genre = nil
      read.shape = nil
      read.cover = nil
      try context.save()
    }
    let read = try #require(try store.context().all(OptionalSpecimen.self).first)
    #expect(read.genre == nil && read.shape == nil && read.cover == nil && read.rank == .high)
  }

  @Test func canBeChangedInPlace() throws {
    let store = try Storehouse()
    let context = try store.context()
    let specimen = Specimen()
    context.insert(specimen)
    try context.save()
    specimen.words.append("new")
    specimen.cover.width += 10
    specimen.counts["two", default: 0] += 2
    specimen.string += "more"
    try context.save()
    let read = try #require(try store.context().all(Specimen.self).first)
    #expect(read.words == ["new"] && read.cover.width == 11 && read.counts == ["two": 2])
    #expect(read.string == "more")
  }

  @Test func ofTransientPropertiesStayInMemory() throws {
    let store = try Storehouse()
    let context = try store.context()
    let author = Author(name: "Ann")
    context.insert(author)
    try context.save()
    author.cache = 7
    #expect(!context.hasChanges && author.cache == 7)
    #expect(try store.context().all(Author.self).first?.cache == 0)
  }

  @Test func thatSQLHasNoWordForAreRefusedWithTheirProperty() throws {
    let context = try ModelContext.inMemory()
    let specimen = Specimen()
    specimen.double = .nan
    context.insert(specimen)
    let error = #expect(throws: (any Error).self) { try context.save() }
    #expect("\(try #require(error))".contains("double"))
    specimen.double = 1
    try context.save()
    #expect(!context.hasChanges)
  }
}
