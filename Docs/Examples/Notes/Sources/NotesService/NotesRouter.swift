import Foundation
import Hummingbird
import Strata

extension Note.Snapshot: ResponseEncodable {}
extension NoteImporter.Result: ResponseEncodable {}

/// One page of notes, and where the next one begins.
struct NotePage: ResponseEncodable {
  let notes: [Note.Snapshot]
  let next: PageCursor?
}

/// A former state of a note.
struct NoteChange: ResponseEncodable {
  let time: Date
  let author: String?
  let properties: [String]
}

/// Returns the routes of the service on a container's store.
public func makeNotesRouter(_ container: ModelContainer) throws -> Router<BasicRequestContext> {
  let router = Router()
  router.add(middleware: StoreErrors())

  router.get("health") { _, _ in
    _ = try await container.read { try $0.fetchCount(FetchDescriptor<Note>()) }
    return HTTPResponse.Status.ok
  }

  router.get("notes") { request, _ in
    let query = request.uri.queryParameters
    let search = query["q"].map(String.init)
    let cursor = try query["after"].map { try PageCursor(String($0)) }
    let limit = min(query["limit"].flatMap { Int($0) } ?? 20, 100)
    return try await container.read { context in
      let notes = FetchDescriptor<Note>(
        predicate: search.map { Predicate(search: $0) },
        sortBy: [SortDescriptor(\.isPinned, order: .reverse), SortDescriptor(\.title)])
      let page = try context.fetchPage(notes, after: cursor, limit: max(limit, 1))
      return NotePage(notes: try page.map { try $0.snapshot }, next: page.next)
    }
  }

  router.post("notes") { request, _ in
    let posted = try JSONDecoder().decode(Note.Snapshot.self, from: try await body(of: request))
    let saved = try await container.write(author: author(of: request)) { context in
      let note = Note(title: posted.title)
      context.insert(note)
      try note.apply(posted)
      return try note.snapshot
    }
    return EditedResponse(status: .created, response: saved)
  }

  router.post("notes/import") { request, _ in
    let notes = try JSONDecoder().decode([Note.Snapshot].self, from: try await body(of: request))
    return try await NoteImporter(modelContainer: container)
      .importNotes(notes, author: author(of: request))
  }

  router.get("notes/:uid") { _, context in
    let uid = try context.parameters.require("uid", as: UUID.self)
    return try await container.read { try note(uid, in: $0).snapshot }
  }

  router.patch("notes/:uid") { request, context in
    let uid = try context.parameters.require("uid", as: UUID.self)
    let patch = try await body(of: request)
    return try await container.write(author: author(of: request)) { context in
      let note = try note(uid, in: context)
      try note.apply(note.snapshot.updated(from: patch))
      return try note.snapshot
    }
  }

  router.delete("notes/:uid") { request, context in
    let uid = try context.parameters.require("uid", as: UUID.self)
    try await container.write(author: author(of: request)) { context in
      context.delete(try note(uid, in: context))
    }
    return HTTPResponse.Status.noContent
  }

  router.get("notes/:uid/changes") { _, context in
    let uid = try context.parameters.require("uid", as: UUID.self)
    return try await container.read { context in
      try context.changes(of: note(uid, in: context)).map {
        NoteChange(
          time: $0.timestamp, author: $0.author, properties: $0.difference.properties.map(\.name))
      }
    }
  }
  addLiveNotes(to: router, container)
  try addSync(to: router, container)
  return router
}

/// The name that the history records for a request: `?author=NAME`. A service with accounts takes it from the session.
private func author(of request: Request) -> String {
  request.uri.queryParameters.get("author") ?? "client"
}

private func body(of request: Request) async throws -> Data {
  Data(try await request.body.collect(upTo: 1 << 20).readableBytesView)
}

private func note(_ uid: UUID, in context: ModelContext) throws -> Note {
  guard
    let note = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.uid == uid }))
      .first
  else { throw HTTPError(.notFound, message: "there is no note \(uid)") }
  return note
}
