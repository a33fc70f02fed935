import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle
import Strata
import StrataLive

extension Note.Snapshot: LiveValue {
  init(_ note: Note) throws { self = try note.snapshot }
}

/// Adds the notes as a stream of events, `live/notes`, and a page that shows them as they change, `live`.
func addLiveNotes(to router: Router<BasicRequestContext>, _ container: ModelContainer) {
  let live = LiveQueries(container)
  router.get("live/notes") { request, _ in
    var notes = FetchDescriptor<Note>(sortBy: [
      SortDescriptor(\.isPinned, order: .reverse), SortDescriptor(\.title),
    ])
    notes.fetchLimit = 50
    // A browser that connects again says what it has.
    let cursor = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
    let events = live.events(of: notes, as: Note.Snapshot.self, after: cursor)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-cache"],
      body: ResponseBody { writer in
        // Without that, the service would wait for its streams to end.
        for try await event in events.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(bytes: event))
        }
        try await writer.finish(nil)
      })
  }
  router.get("live") { _, _ in
    Response(
      status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: livePage)))
  }
}

/// The page. It needs no other file.
private let livePage = """
  <!doctype html>
  <html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Notes</title>
  <style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
  li.new { animation: new 2s }
  @keyframes new { from { background: #fd08 } }
  li p { margin: 0; opacity: .7; white-space: pre-wrap }
  </style>
  <h1>Notes</h1>
  <p id="state" role="status">connecting</p>
  <ul id="list"></ul>
  <script>
  "use strict"
  const list = document.getElementById("list")
  const state = document.getElementById("state")
  let rows = []

  // The rows of the next page, from those of this one and a change.
  function apply(rows, change) {
    const former = change.changed ? rows : []
    const gone = new Set([...change.deletions, ...change.moves.map(move => move.from)])
    const next = former.filter((_, index) => !gone.has(index))
    const placed = [
      ...change.insertions.map(row => [row.position, {id: row.id, value: row.value}]),
      ...change.moves.map(move => [move.to, former[move.from]]),
    ].sort((one, other) => one[0] - other[0])
    for (const [position, row] of placed) next.splice(position, 0, row)
    for (const row of change.updates) next[row.position] = {id: row.id, value: row.value}
    return next
  }

  function show(row, isNew) {
    const entry = document.createElement("li")
    if (isNew) entry.className = "new"
    entry.append((row.value.isPinned ? "★ " : "") + row.value.title)
    if (row.value.body) {
      const body = document.createElement("p")
      body.textContent = row.value.body
      entry.append(body)
    }
    return entry
  }

  const events = new EventSource("live/notes")
  events.onopen = () => { state.textContent = "live" }
  events.onerror = () => { state.textContent = "not connected; trying again" }
  events.onmessage = event => {
    const change = JSON.parse(event.data)
    const changed = new Set([...change.insertions, ...change.updates].map(row => row.id))
    rows = apply(rows, change)
    list.replaceChildren(...rows.map(row => show(row, change.changed && changed.has(row.id))))
    state.textContent = `live: ${rows.length} notes`
  }
  </script>
  </html>
  """
