internal import Foundation
internal import StrataPlatform
import StrataSQLite

extension LibpqConnection {
  /// A message of a connection that couldn't be made, with what to do about an encryption that failed.
  ///
  /// libpq says nothing else than the message. It is in English, unless the program has set another locale.
  static func advised(_ message: String) -> String {
    let advices = [
      (
        "does not match host name",
        "use the name that the certificate has, or give the server a certificate for this one"
      ),
      (
        "certificate verify failed",
        "name the file with its authority's certificate in sslrootcert, unless this is another server than it should be"
      ),
      ("root certificate file", "name the file with its authority's certificate in sslrootcert"),
      (
        "does not support SSL",
        "a connection to another machine is encrypted unless the address says otherwise; switch ssl on at the server, "
          + "or add another sslmode to the address if nobody else can read what is sent"
      ),
    ]
    guard let advice = advices.first(where: { message.contains($0.0) }) else { return message }
    return "\(message); \(advice.1)"
  }

  static func connect(_ address: ServerAddress, _ library: ClientLibrary) -> OpaquePointer? {
    let parameters = [
      ("dbname", address.connectionText), ("client_encoding", "UTF8"),
      ("fallback_application_name", "strata"), ("connect_timeout", "10"),
      ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "60000"),
    ]
    // libpq lets what the first keyword's text says count less than later keywords. So ours come first.
    let ordered = parameters.dropFirst() + parameters.prefix(1)
    let texts = ordered.map { (strdup($0.0), strdup($0.1)) }
    defer {
      for (name, value) in texts {
        free(name)
        free(value)
      }
    }
    let names = texts.map { UnsafePointer($0.0) } + [nil]
    let values = texts.map { UnsafePointer($0.1) } + [nil]
    return library.connect(names, values, 1)
  }

  /// Throws for a server that a store can't be on.
  func check(_ address: ServerAddress) throws(StorageError) {
    let path = address.description
    let version = serverVersion
    guard version >= 140000 else {
      throw .cannotOpen(
        path: path,
        reason: "the server is PostgreSQL \(version / 10000); a store needs version 14 or later")
    }
    let other: String? =
      if setting("crdb_version") != nil {
        "CockroachDB"
      } else {
        setting("server_version").flatMap { $0.contains("-YB-") ? "YugabyteDB" : nil }
      }
    if let other, !address.allowsUntested {
      throw .cannotOpen(
        path: path, reason: "the server is \(other), with which stores aren't tested")
    }
    guard setting("server_encoding") == "UTF8" else {
      throw .cannotOpen(
        path: path,
        reason:
          "the database's encoding is \(setting("server_encoding") ?? "unknown"); a store needs UTF8"
      )
    }
    guard setting("standard_conforming_strings") == "on" else {
      throw .cannotOpen(
        path: path,
        reason:
          "standard_conforming_strings is off; a store needs it on: ALTER ROLE … SET standard_conforming_strings = on"
      )
    }
  }
}
