import Foundation
import Hummingbird
import Strata

/// Turns errors of the store into answers: what a client sent wrong is 400, and what the store can't do now is 503.
struct StoreErrors<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as SearchError {
      throw HTTPError(.badRequest, message: "\(error)")
    } catch let error as SnapshotError {
      throw HTTPError(.badRequest, message: "\(error)")
    } catch let error as StackError {
      switch error {
      case .malformedCursor, .cursorOfOtherOrder, .invalidAuthor:
        throw HTTPError(.badRequest, message: "\(error)")
      default: throw error
      }
    } catch let error as DecodingError {
      throw HTTPError(.badRequest, message: "the body is no JSON object: \(error)")
    } catch StorageError.busy {
      throw HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"], message: "the store is busy; try again")
    }
  }
}
