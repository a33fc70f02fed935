public import Foundation

/// A value with the persisted properties of a model object, which `@Snapshot` generates.
///
/// Decoding is strict. A member that the model doesn't have is a ``SnapshotError/unknownMember(model:path:)``.
/// A missing one takes its property's initial value, or nil. If it has neither, it is a
/// ``SnapshotError/missingMember(model:path:)``.
public protocol ModelSnapshot: Codable, Equatable {
  /// Decodes a snapshot whose missing members are those of another one.
  init(_$from decoder: any Decoder, over base: Self?) throws
}

extension ModelSnapshot {
  /// Decodes a snapshot.
  ///
  /// - Throws: ``SnapshotError``, or the decoder's error for what is no keyed container.
  public init(from decoder: any Decoder) throws { try self.init(_$from: decoder, over: nil) }

  /// Returns the snapshot with the members that some JSON has, as in the body of a `PATCH`.
  ///
  /// ```swift
  /// try trip.apply(trip.snapshot.updated(from: body))
  /// ```
  ///
  /// A nested snapshot is replaced as a whole.
  ///
  /// - Throws: ``SnapshotError`` for an unknown member or a value that can't be one.
  ///   `DecodingError` for data that is no JSON object.
  public func updated(from json: Data, by decoder: JSONDecoder = JSONDecoder()) throws -> Self {
    try decoder.decode(Updated<Self>.self, from: json, configuration: self).snapshot
  }
}

/// A snapshot that is decoded over another one.
private struct Updated<Snapshot: ModelSnapshot>: DecodableWithConfiguration {
  let snapshot: Snapshot

  init(from decoder: any Decoder, configuration: Snapshot) throws {
    snapshot = try Snapshot(_$from: decoder, over: configuration)
  }
}
