import Foundation
import HTTPTypes
import Hummingbird
import Strata
import StrataSync

/// Adds `sync/push`, `sync/pull` and `sync/wait`, so that apps keep a copy of the notes and edit it offline.
///
/// A service with accounts makes a `SyncServer` with the scopes of the account whose request it is.
func addSync(to router: Router<BasicRequestContext>, _ container: ModelContainer) throws {
  let server = try SyncServer(container)
  router.post("sync/:operation") { request, context in
    let body = try await request.body.collect(upTo: 64 << 20)
    let answer = await server.answer(
      try context.parameters.require("operation"), Data(body.readableBytesView))
    return Response(
      status: .init(code: answer.status), headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}
