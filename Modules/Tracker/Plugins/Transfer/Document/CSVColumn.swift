import Foundation
import Strata
import StrataDomain
import StrataShell
import StrataTrackerModel

/// The columns of an export in CSV.
enum CSVColumn: String, CaseIterable {
  case record, item, kind, unit, start, end, value1, value2, option, selection, memo
  case uid, created, optionUid, tags, number, label, retired, author
  case fields, measure, valueNames, countsAtEnd, source
}

/// Converts the parts of an export to CSV rows.
enum CSVRow {
  static func rows(
    of record: DocumentRecord, _ labels: OptionLabels
  ) throws -> [[CSVColumn: Cell]] {
    switch record {
    case .header(let version):
      [[.record: .text(DocumentRecord.format), .number: Cell(version)]]
    case .tag(let name): [[.record: .text("tag"), .label: .text(name)]]
    case .item(let item): [row(item)] + item.options.map { row($0, of: item) }
    case .data(let data): [row(data, labels)]
    case .object(let object): [try row(object)]
    case .end(let count): [[.record: .text("end"), .number: Cell(count)]]
    }
  }

  private static func row(_ item: ItemRecord) -> [CSVColumn: Cell] {
    [
      .record: .text("item"), .item: .text(item.name.rawValue), .kind: .text(item.kind.rawValue),
      .unit: Cell(item.unit), .memo: Cell(item.memo), .uid: .text(item.uid.uuidString),
      .created: .text(item.created.text), .tags: .list(item.tags.map { .text($0) }),
      .author: Cell(item.author?.name), .number: Cell(item.options.count),
      .measure: Cell(item.measure?.rawValue), .valueNames: Cell(item.valueNames?.description),
      .countsAtEnd: item.countsAtEnd == true ? .boolean(true) : .null,
    ]
  }

  private static func row(_ option: OptionRecord, of item: ItemRecord) -> [CSVColumn: Cell] {
    [
      .record: .text("option"), .item: .text(item.name.rawValue),
      .uid: .text(option.uid.uuidString), .number: Cell(option.number),
      .label: .text(option.label), .retired: .boolean(option.retired),
    ]
  }

  private static func row(_ data: DataRecord, _ labels: OptionLabels) -> [CSVColumn: Cell] {
    [
      .record: .text("data"), .item: Cell(data.item), .kind: .text(data.kind.rawValue),
      .start: .text(data.start.text), .end: Cell(data.end?.text), .value1: Cell(data.value1),
      .value2: Cell(data.value2), .option: Cell(data.option.flatMap { labels[$0] }),
      .selection: .list(data.selection.map { .integer(Int64($0)) }), .memo: Cell(data.memo),
      .source: Cell(data.source), .uid: .text(data.uid.uuidString),
      .created: .text(data.created.text),
      .optionUid: Cell(data.option?.uuidString), .author: Cell(data.author?.name),
    ]
  }

  private static func row(_ object: ObjectRecord) throws -> [CSVColumn: Cell] {
    let fields = try DocumentCoding.encoder.encode(object.fields)
    return [
      .record: .text(object.kind), .item: .text(object.item), .author: Cell(object.author?.name),
      .fields: .text(String(decoding: fields, as: UTF8.self)),
    ]
  }
}
