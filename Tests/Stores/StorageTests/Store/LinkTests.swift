import StrataSchema
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Links")
struct LinkTests {
  private let store: Store
  private let link: LinkTable
  private let books: EntityTable
  private let tags: EntityTable

  init() throws {
    store = try Store.open(Library.schema(), at: nil)
    books = try store.tables.table("Book")
    tags = try store.tables.table("Tag")
    let relationship = try #require(books.entity.relationships.last)
    link = LinkTable.make(for: relationship, of: "Book").table
    let tags = tags
    try store.save(author: nil) { transaction in
      for key in Int64(1)...5 {
        try transaction.insertion(into: tags).insert(key: key) { try $0.encode("tag \(key)") }
      }
    }
  }

  private func members(of book: Int64) throws -> [Int64] {
    let property = try #require(books.entity.property(named: "tags"))
    let query = SQLQuery(membersOf: book, property, of: tags, link: (link, true))
    return try store.makeReader().rows(query, of: tags) { key, _ in key }
  }

  @Test("Members come in the order in which they were linked")
  func order() throws {
    try store.save(author: nil) { transaction in
      for member in [3, 1, 5] as [Int64] { try transaction.link(link, owner: 1, member: member) }
      try transaction.link(link, owner: 2, member: 4)
    }
    #expect(try members(of: 1) == [3, 1, 5])
    #expect(try members(of: 2) == [4])
    #expect(try members(of: 3) == [])
  }

  @Test("A link that is there stays where it is when it is made again")
  func again() throws {
    try store.save(author: nil) { transaction in
      for member in [3, 1, 3] as [Int64] { try transaction.link(link, owner: 1, member: member) }
    }
    #expect(try members(of: 1) == [3, 1])
  }

  @Test("A link is cut, and made anew at the end")
  func cut() throws {
    try store.save(author: nil) { transaction in
      for member in [3, 1, 2] as [Int64] { try transaction.link(link, owner: 1, member: member) }
      try transaction.unlink(link, owner: 1, member: 3)
    }
    #expect(try members(of: 1) == [1, 2])
    try store.save(author: nil) { try $0.link(link, owner: 1, member: 3) }
    #expect(try members(of: 1) == [1, 2, 3])
  }

  @Test("All links of one end are cut at once")
  func cutAll() throws {
    try store.save(author: nil) { transaction in
      for owner in [1, 2, 3] as [Int64] {
        try transaction.link(link, owner: owner, member: 1)
        try transaction.link(link, owner: owner, member: 2)
      }
      try transaction.unlinkAll(link, of: 1, isOwner: true)
      try transaction.unlinkAll(link, of: 2, isOwner: false)
    }
    #expect(try members(of: 1) == [])
    #expect(try members(of: 2) == [1])
    #expect(try members(of: 3) == [1])
  }
}
