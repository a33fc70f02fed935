import Foundation
import GRDB

/// GRDB's connection with the same settings as the other contenders'.
enum PeerDatabase {
  static func open(_ url: URL) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.journalMode = .wal
    configuration.prepareDatabase { try $0.execute(sql: RawDatabase.settings) }
    return try DatabaseQueue(path: url.path, configuration: configuration)
  }
}
