import Foundation
import StrataDomain

/// A reader of an export in CSV.
struct CSVDocumentReader: DocumentReader {
  private var reader: CSVReader
  private var columns: [CSVColumn: Int] = [:]
  private var ahead: CSVReader.Record?
  private var areEscaped = false
  private let kinds: RecordKinds
  private let decoder: JSONDecoder

  init(_ source: any ByteSource, _ kinds: RecordKinds) throws {
    self.kinds = kinds
    decoder = DocumentCoding.decoder(kinds)
    reader = try CSVReader(source)
    let header = try reader.record()?.fields ?? []
    for (index, name) in header.enumerated() {
      // Columns that a person has added are skipped.
      if let column = CSVColumn(rawValue: name) { columns[column] = index }
    }
    for column in [CSVColumn.record, .item, .uid] where columns[column] == nil {
      throw CSVReader.Malformed(
        place: CSVReader.Place(line: 1, column: 1),
        message: "there is no column \(column.rawValue)")
    }
  }

  mutating func next() throws -> (record: DocumentRecord, place: CSVReader.Place)? {
    guard let record = try row() else { return nil }
    let row = CSVFields(record, columns, areEscaped: areEscaped)
    let place = record.places.first ?? record.end
    do {
      guard record.fields.count >= columns.count else {
        throw DocumentProblem(
          "the row has \(record.fields.count) columns, and the header \(columns.count)")
      }
      switch try row.text(.record) {
      case DocumentRecord.format:
        areEscaped = try row.optional(.label) == FormulaEscaping.mark
        return (.header(version: try row.integer(.number)), place)
      case "tag": return (.tag(try row.text(.label)), place)
      case "end": return (.end(count: try row.integer(.number)), place)
      case "data": return (.data(try DataRecord(row)), place)
      case "item": return (.item(try item(row)), place)
      case "option": throw DocumentProblem("the option stands behind no item")
      case let kind: return (.object(try object(kind, row)), place)
      }
    } catch let error as CSVReader.Malformed {
      throw error
    } catch {
      throw DocumentFault(place: place, message: DocumentProblem(error).message)
    }
  }

  private mutating func row() throws -> CSVReader.Record? {
    defer { ahead = nil }
    return try ahead ?? reader.record()
  }

  private func object(_ kind: String, _ row: CSVFields) throws -> ObjectRecord {
    ObjectRecord(
      kind: kind, item: try row.text(.item), author: try row.author(),
      fields: try kinds.plugin(of: kind).fields(in: row.text(.fields), decoder))
  }

  /// Reads an item, with its options from the following rows.
  private mutating func item(_ row: CSVFields) throws -> ItemRecord {
    var item = try ItemRecord(row)
    let count = try row.integer(.number)
    while item.options.count < count {
      guard let next = try reader.record() else { break }
      let fields = CSVFields(next, columns, areEscaped: areEscaped)
      guard try fields.optional(.record) == "option" else {
        ahead = next
        break
      }
      item.options.append(try OptionRecord(fields))
    }
    guard item.options.count == count else {
      throw DocumentProblem(
        "\(item.name) has \(count) options, and only \(item.options.count) follow")
    }
    return item
  }
}
