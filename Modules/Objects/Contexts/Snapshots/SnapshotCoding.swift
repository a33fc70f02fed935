public import StrataModel

/// The name of a snapshot's member.
struct SnapshotKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A reader of a snapshot's members, for generated code.
public struct _SnapshotReader {
  private let container: KeyedDecodingContainer<SnapshotKey>
  private let model: String

  /// Begins to read, and refuses members that the snapshot doesn't have.
  public init(_ decoder: any Decoder, of model: String, _ names: [String]) throws {
    self.model = model
    container = try decoder.container(keyedBy: SnapshotKey.self)
    let known = Set(names)
    // The first by name, so that the error is the same each time.
    let unknown = container.allKeys.map(\.stringValue).filter { !known.contains($0) }.min()
    if let unknown {
      throw SnapshotError.unknownMember(model: model, path: path(unknown))
    }
  }

  /// Returns a member, that of a base if it is missing, or throws.
  public func value<Value: Decodable>(_ name: String, _ base: Value?) throws -> Value {
    if let value = try present(name, as: Value.self) ?? base { return value }
    throw SnapshotError.missingMember(model: model, path: path(name))
  }

  /// Returns a member, or if it is missing that of a base or the default.
  public func value<Value: Decodable>(
    _ name: String, _ base: Value?, default: () throws -> Value
  ) throws -> Value {
    if let value = try present(name, as: Value.self) ?? base { return value }
    return try `default`()
  }

  private func present<Value: Decodable>(
    _ name: String, as type: Value.Type
  ) throws -> Value? {
    let key = SnapshotKey(stringValue: name)
    guard container.contains(key) else { return nil }
    do {
      return try container.decode(Value.self, forKey: key)
    } catch let error as SnapshotError {
      throw error
    } catch let error as DecodingError {
      throw SnapshotError.invalidMember(
        model: model, path: path(name, error.path), reason: error.reason)
    } catch {
      throw SnapshotError.invalidMember(model: model, path: path(name), reason: "\(error)")
    }
  }

  private func path(_ name: String, _ found: [any CodingKey]? = nil) -> String {
    let keys = found ?? (container.codingPath + [SnapshotKey(stringValue: name)])
    return keys.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The path of the value, or nil if the error has none.
  fileprivate var path: [any CodingKey]? {
    context.flatMap { $0.codingPath.isEmpty ? nil : $0.codingPath }
  }

  fileprivate var reason: String { context?.debugDescription ?? "\(self)" }
}

/// A writer of a snapshot's members, for generated code.
public struct _SnapshotWriter {
  private var container: KeyedEncodingContainer<SnapshotKey>

  /// Begins to write.
  public init(_ encoder: any Encoder) { container = encoder.container(keyedBy: SnapshotKey.self) }

  /// Writes a member. Nil is written too, since a missing member is the initial value.
  public mutating func encode(_ value: some Encodable, _ name: String) throws {
    try container.encode(value, forKey: SnapshotKey(stringValue: name))
  }

  /// Ends the snapshot.
  public mutating func finish() {}

  /// Refuses a relationship that no argument of `@Snapshot` lists.
  @available(
    *, unavailable,
    message:
      "a snapshot has no objects; write @Relationship to leave it out, or list it in @Snapshot"
  )
  public mutating func encode(_ value: (some PersistentModel)?, _ name: String) throws {}

  /// Refuses a relationship that no argument of `@Snapshot` lists.
  @available(
    *, unavailable,
    message:
      "a snapshot has no objects; write @Relationship to leave it out, or list it in @Snapshot"
  )
  public mutating func encode(_ value: [some PersistentModel], _ name: String) throws {}
}
