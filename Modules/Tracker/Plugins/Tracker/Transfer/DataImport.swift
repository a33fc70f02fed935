import Foundation
import Strata
import StrataImport
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel

/// An import of data points, one for each record and item.
///
/// A data point is known by its item, date and content. Of as many as the file has, it adds those that the store
/// lacks, so that equal rows of one file are different data points, and importing the file once more adds none.
@MainActor final class DataImport: RecordImport {
  private let request: ImportRequest
  private let dateFields: [Int]
  private var targets: [ImportedItem] = []
  private var twiceCount = 0
  private var emptyCount = 0

  init(_ request: ImportRequest) throws {
    self.request = request
    dateFields = try Self.fields(request.date.text, in: request.header, request.date)
    for text in request.items {
      let specification = try ImportSpecification(text, header: request.header)
      if targets.contains(where: {
        NameTwin.isPair($0.name.rawValue, specification.name.rawValue)
      }) {
        throw text.error("\(specification.name) is given twice")
      }
      targets.append(try ImportedItem(specification, request))
    }
  }

  /// The columns of a date: one, or two that a plus joins, as `day+time`.
  static func fields(_ name: String, in header: [String], _ value: ArgumentValue) throws -> [Int] {
    if let columns = ImportRequest.dateColumns(name, in: header), columns.count > 1 {
      return try columns.map { try field(header[$0], in: header, value) }
    }
    return [try field(name, in: header, value)]
  }

  static func field(_ name: String, in header: [String], _ value: ArgumentValue) throws -> Int {
    let indices = header.indices.filter { header[$0] == name }
    if indices.count == 1 { return indices[0] }
    if indices.count > 1 {
      let count = indices.count == 2 ? "two" : "\(indices.count)"
      throw value.error("the file has \(count) columns “\(name)”", hint: "rename one")
    }
    let nearest = NearestName.find(name, in: header)
    throw value.error(
      "the file has no column “\(name)”",
      hint: nearest.map { "did you mean \($0)?" }
        ?? "its columns are \(header.joined(separator: ", "))")
  }

  var knownCount: Int { targets.reduce(0) { $0 + $1.knownCount } }

  var summary: [(name: String, count: Int)] {
    [
      ("items", targets.count { $0.isNew }),
      ("options", targets.reduce(0) { $0 + $1.newOptionCount }),
      ("data points", targets.reduce(0) { $0 + $1.newDataCount }),
    ]
  }

  func take(_ fields: [String]) throws {
    var dates = RecordDates(fields, request.forms)
    let date = try dates.date(dateFields)
    // All contents are parsed before any is collected, so that an error skips the whole record.
    let readings = try targets.map { try $0.read(fields, &dates, date: date, in: dateFields) }
    for (target, reading) in zip(targets, readings) {
      if let reading { target.take(reading) }
    }
    if readings.allSatisfy({ $0 == nil }) { emptyCount += 1 }
    twiceCount += dates.twice.count
  }

  var warnings: [String] {
    var warnings: [String] = []
    if emptyCount > 0 {
      warnings.append(
        emptyCount == 1
          ? "1 row has a date and nothing to log"
          : "\(emptyCount) rows have a date and nothing to log")
    }
    if twiceCount > 0 {
      warnings.append(
        twiceCount == 1
          ? "1 time was there twice, as the clocks were put back; the first was taken"
          : "\(twiceCount) times were there twice, as the clocks were put back; the first was taken "
            + "each time")
    }
    return warnings
  }

  var keptCount: Int { targets.reduce(0) { $0 + $1.keptCount } }

  func resolve(adding: Bool) throws {
    for target in targets { try target.resolve(adding: adding) }
  }
}

/// The service that imports the records of files as data points.
struct DataTransfer: RecordTransfer {
  @MainActor func makeImport(_ request: ImportRequest) throws -> any RecordImport {
    try DataImport(request)
  }
}
