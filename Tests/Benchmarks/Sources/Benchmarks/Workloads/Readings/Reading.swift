import Foundation
import SQLiteC
import Strata
import StrataSQLite

@Model final class Station {
  var region: String
  @Relationship(inverse: \Reading.station) var readings: [Reading] = []

  init(region: String) { self.region = region }
}

enum Quality: String, Codable, CaseIterable { case good, fair, poor, lost }

struct Marks: OptionSet, Codable {
  let rawValue: Int64
  static let checked = Marks(rawValue: 4)
}

/// What was read: an enum whose cases carry values, kept in columns of its own.
enum Sample: CompositeColumnRepresentable {
  case point(Double)
  case span(Double, Double)
  case missing

  static var columns: [ColumnDescription] {
    [
      ColumnDescription("kind", .text),
      ColumnDescription("value", .real, isOptional: true),
      ColumnDescription("end", .real, isOptional: true),
    ]
  }

  static var columnParts: [PartialKeyPath<Sample>: String] {
    [\.kind: "kind", \.value: "value"]
  }

  var kind: String { parts.kind }
  var value: Double? { parts.value }

  init(kind: String, value: Double?, end: Double?) {
    switch (kind, value, end) {
    case ("point", let value?, _): self = .point(value)
    case ("span", let value?, let end?): self = .span(value, end)
    default: self = .missing
    }
  }

  init(from row: inout Row) throws {
    self.init(kind: try row.text(), value: try Double?(from: &row), end: try Double?(from: &row))
  }

  var parts: (kind: String, value: Double?, end: Double?) {
    switch self {
    case .point(let value): ("point", value, nil)
    case .span(let start, let end): ("span", start, end)
    case .missing: ("missing", nil, nil)
    }
  }

  func bind(to binder: inout Binder) throws {
    let parts = parts
    binder.bind(text: parts.kind)
    try parts.value.bind(to: &binder)
    try parts.end.bind(to: &binder)
  }
}

/// The columns of Q, whoever keeps them.
protocol ReadingValues {
  var taken: Date { get }
  var quality: Quality { get }
  var sample: Sample { get }
  var marks: Marks { get }
}

@Model final class Reading: ReadingValues {
  var station: Station?
  var taken: Date
  var quality: Quality
  var sample: Sample
  var marks: Marks

  init(row: Int, station: Station) {
    taken = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(row) * 60)
    quality = Quality.allCases[row % Quality.allCases.count]
    let value = Double(row % 1_000) * 0.5
    sample =
      switch row % 3 {
      case 0: .point(value)
      case 1: .span(value, value + 1)
      default: .missing
      }
    marks = Marks(rawValue: Int64(row % 8))
    self.station = station
  }
}

/// A plain object read through SQLite's C interface.
final class RawReading: ReadingValues {
  static let columns = """
    t0.strata_key, t0.station, t0.taken, t0.quality, t0.sample_kind, t0.sample_value, \
    t0.sample_end, t0.marks
    """

  let station: Int64
  let taken: Date
  let quality: Quality
  let sample: Sample
  let marks: Marks

  init(_ row: borrowing RawStatement) {
    station = sqlite3_column_int64(row.handle, 1)
    taken = Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row.handle, 2))
    quality = Quality(rawValue: row.text(at: 3)) ?? .lost
    sample = Sample(
      kind: row.text(at: 4),
      value: row.isNull(at: 5) ? nil : sqlite3_column_double(row.handle, 5),
      end: row.isNull(at: 6) ? nil : sqlite3_column_double(row.handle, 6))
    marks = Marks(rawValue: sqlite3_column_int64(row.handle, 7))
  }
}

extension Checksum {
  init(of readings: [some ReadingValues]) {
    self.init()
    for reading in readings { add(reading) }
  }

  mutating func add(_ reading: some ReadingValues) {
    count += 1
    add(reading.taken.timeIntervalSinceReferenceDate)
    add(reading.quality.rawValue)
    let sample = reading.sample.parts
    add(sample.kind)
    add(sample.value ?? -1)
    add(sample.end ?? -1)
    add(reading.marks.rawValue)
  }
}
