import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel
import TrackerShell

/// An object that another plugin keeps for an item, such as a goal.
struct ObjectRecord {
  /// What it is, as its plugin calls it: `goal`.
  var kind: String
  /// The name of its item, which stands before it.
  var item: String
  var author: TransactionAuthor?
  /// What its plugin needs to make it again.
  var fields: any Codable & Sendable

  enum Key: String, CodingKey {
    case item, author, fields
  }
}

/// The records that plugins add to an export.
struct RecordKinds {
  /// The plugins, in the order in which their objects are written.
  let plugins: [any ItemRecordPlugin]

  /// - Throws: `ShellError` where two plugins call their records the same, or as the tracker's.
  @MainActor init(_ environment: ApplicationEnvironment) throws(ShellError) {
    plugins = environment.plugins.compactMap { $0 as? any ItemRecordPlugin }
    var names: Set = [
      DocumentRecord.format, "format", "version", "item", "option", "data", "tag", "end",
    ]
    for plugin in plugins where !names.insert(plugin.recordName).inserted {
      throw ShellError(
        "\(plugin.name) can't export its objects: “\(plugin.recordName)” is something else in the file",
        hint: "leave the plugin out with --without \(plugin.name)")
    }
  }

  /// The plugin that keeps what a file calls by a name.
  ///
  /// - Throws: ``DocumentProblem`` where none of this run does.
  func plugin(of kind: String) throws(DocumentProblem) -> any ItemRecordPlugin {
    guard let plugin = plugins.first(where: { $0.recordName == kind }) else {
      throw DocumentProblem("no plugin of this run keeps a “\(kind)”")
    }
    return plugin
  }
}

extension ItemRecordPlugin {
  /// The records of an item.
  @MainActor func export(of item: Item, by authors: InsertionAuthors) throws -> [ObjectRecord] {
    try objects(of: item).map {
      ObjectRecord(
        kind: recordName, item: item.name.rawValue, author: authors.author(of: $0),
        fields: record(of: $0))
    }
  }

  /// Who has inserted its objects; nil where there are none. All of the history is read for it.
  func insertionAuthors(in context: ModelContext) throws -> InsertionAuthors? {
    try context.fetchCount(FetchDescriptor<Model>()) > 0
      ? InsertionAuthors(of: Model.self, in: context) : nil
  }

  func fields(
    in container: KeyedDecodingContainer<ObjectRecord.Key>
  ) throws -> any Codable & Sendable {
    try container.decode(Record.self, forKey: .fields)
  }

  func fields(in json: String, _ decoder: JSONDecoder) throws -> any Codable & Sendable {
    try decoder.decode(Record.self, from: Data(json.utf8))
  }

  /// Makes the object for an item, unless it is there.
  ///
  /// - Returns: True if it wasn't there.
  /// - Throws: ``DocumentProblem`` for a record that the plugin refuses.
  @MainActor func insert(_ object: ObjectRecord, for item: Item) throws -> Bool {
    guard let record = object.fields as? Record else {
      throw DocumentProblem("\(object.kind) is of the wrong type")
    }
    do {
      return try insert(record, for: item)
    } catch let error as ShellError {
      throw DocumentProblem("\(object.kind): \(error.message)")
    }
  }
}
