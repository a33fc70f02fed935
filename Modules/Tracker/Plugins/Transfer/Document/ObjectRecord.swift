import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerShell

/// The record of another plugin's object, such as a goal.
struct ObjectRecord {
  /// The record name that the plugin defines: `goal`.
  var kind: String
  /// The name of the item, whose record comes before.
  var item: String
  var author: TransactionAuthor?
  /// The plugin's own record of the object.
  var fields: any Codable & Sendable

  enum Key: String, CodingKey {
    case item, author, fields
  }
}

/// The kinds of records that plugins add to an export.
struct RecordKinds {
  /// The plugins, in the order in which their objects are written.
  let plugins: [any ItemRecordPlugin]

  /// Collects the plugins of the run.
  ///
  /// - Throws: `ShellError` if two plugins have the same record name, or one has a name of the
  ///   tracker.
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

  /// Returns the plugin with a record name.
  ///
  /// - Throws: ``DocumentProblem`` if no plugin of this run has it.
  func plugin(of kind: String) throws(DocumentProblem) -> any ItemRecordPlugin {
    guard let plugin = plugins.first(where: { $0.recordName == kind }) else {
      throw DocumentProblem("no plugin of this run keeps a “\(kind)”")
    }
    return plugin
  }
}

extension ItemRecordPlugin {
  /// Returns the records of an item's objects.
  @MainActor func export(of item: Item, by authors: InsertionAuthors) throws -> [ObjectRecord] {
    try objects(of: item).map {
      ObjectRecord(
        kind: recordName, item: item.name.rawValue, author: authors.author(of: $0),
        fields: record(of: $0))
    }
  }

  /// Returns the authors of the plugin's objects, or nil if there are no objects. It reads the
  /// whole history.
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

  /// Inserts the object of a record, unless it exists.
  ///
  /// - Returns: True if it was inserted.
  /// - Throws: ``DocumentProblem`` for a record that the plugin rejects.
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
