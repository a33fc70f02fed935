import Foundation
import Strata
import StrataImport
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel

/// An import of data points, one for each record and item.
///
/// It doesn't add a data point if one with the same item, date and content exists.
@MainActor final class DataImport: RecordImport {
  private let request: ImportRequest
  private let dateField: Int
  private var targets: [ImportedItem] = []
  private var twiceCount = 0

  init(_ request: ImportRequest) throws {
    self.request = request
    dateField = try Self.field(request.date.text, in: request.header, request.date)
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
    let date = try dates.date(dateField)
    // All contents are parsed before any is collected, so that an error skips the whole record.
    let readings = try targets.map { try $0.read(fields, &dates, date: date) }
    for (target, reading) in zip(targets, readings) { target.take(reading) }
    twiceCount += dates.twice.count
  }

  var warnings: [String] {
    switch twiceCount {
    case 0: []
    case 1: ["1 time was there twice, as the clocks were put back; the first was taken"]
    case let count:
      [
        "\(count) times were there twice, as the clocks were put back; the first was taken each time"
      ]
    }
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
