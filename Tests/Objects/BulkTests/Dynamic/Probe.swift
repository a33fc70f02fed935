import Foundation
import Strata
import StrataSQLite

/// What a probe measured: two columns, a third that there may be, and a small number.
struct ProbeSample: CompositeColumnRepresentable, Equatable {
  var kind: String
  var value: Double?
  var moment: Date?
  var gain: Int8 = 1

  static var columns: [ColumnDescription] {
    [
      ColumnDescription("kind", .text), ColumnDescription("value", .real, isOptional: true),
      ColumnDescription("moment", .real, isOptional: true, meaning: .date),
      ColumnDescription("gain", .integer),
    ]
  }

  static var columnParts: [PartialKeyPath<ProbeSample>: String] {
    [\.kind: "kind", \.value: "value", \.moment: "moment", \.gain: "gain"]
  }

  static func check(_ name: (String) -> String) -> String? {
    "\(name("kind")) <> 'span' OR \(name("value")) IS NOT NULL"
  }

  init(_ kind: String, _ value: Double? = nil, _ moment: Date? = nil) {
    self.kind = kind
    self.value = value
    self.moment = moment
  }

  init(from row: inout Row) throws {
    kind = try row.text()
    value = try Double?(from: &row)
    moment = try Date?(from: &row)
    gain = try Int8(from: &row)
  }

  func bind(to binder: inout Binder) throws {
    binder.bind(text: kind)
    try value.bind(to: &binder)
    try moment.bind(to: &binder)
    try gain.bind(to: &binder)
  }
}

@Model final class ProbeSite {
  @Attribute(.unique) var name: String
  @Relationship(inverse: \Probe.site) var probes: [Probe] = []
  init(name: String) { self.name = name }
}

@Model class Probe {
  #Index<Probe>([\.sample.value], [\.site, \.sample.moment], [\.spare?.value], [\.reading])
  #Unique<Probe>([\.site, \.serial, \.spare?.kind])

  var serial: Int
  var small: Int8 = 0
  var price: Decimal = 0
  var big: UInt64 = 0
  var seen: Date?
  var isOn = false
  var sample: ProbeSample
  var spare: ProbeSample?
  var reading: ProbeSample
  var site: ProbeSite?

  init(_ serial: Int, _ sample: ProbeSample, site: ProbeSite? = nil) {
    self.serial = serial
    self.sample = sample
    self.site = site
    reading = sample
  }
}

@Model final class DeepProbe: Probe {
  var depth = 0.0

  override init(_ serial: Int, _ sample: ProbeSample, site: ProbeSite? = nil) {
    super.init(serial, sample, site: site)
  }
}

@Model final class ProbeLog {
  #Index<ProbeLog>([\.probe?.serial])
  var probe: Probe?
  init() {}
}
