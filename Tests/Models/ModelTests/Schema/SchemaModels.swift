import Strata

enum MeterGrade: String, Codable { case low, high }

@Model final class MeterReading {
  #Unique<MeterReading>([\.station, \.moment])
  #Index<MeterReading>([\.grade])
  @Attribute(.unique, originalName: "label") var code = "none"
  @Attribute(hashModifier: "2") var grade = MeterGrade.low
  var limit = Double.infinity
  var moment = Date(timeIntervalSinceReferenceDate: 60)
  var note: String?
  var words = ["a", "b"]
  @Relationship(.unique, originalName: "place", hashModifier: "x") var station: MeterStation?
  init() {}
}

@Model final class MeterStation {
  var name: String
  @Relationship(
    deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 9,
    inverse: \MeterReading.station)
  var readings: [MeterReading] = []
  init(name: String) { self.name = name }
}

@Model final class LeagueFixture {
  var homeTeam: LeagueTeam?
  var awayTeam: LeagueTeam?
  init() {}
}

@Model final class LeagueTeam {
  var fixtures: [LeagueFixture] = []
  init() {}
}

@Model final class TravelLeg {
  var start: TravelHalt?
  var end: TravelHalt?
  init() {}
}

@Model final class TravelHalt {
  @Relationship(inverse: nil) var legs: [TravelLeg] = []
  init() {}
}

@Model final class ToolShed {
  var tools: [ShedTool] = []
  init() {}
}

@Model final class ShedTool {
  var shed: ToolShed?
  init() {}
}

@Model class AnyMeter {
  #Index<AnyMeter>([\.limit])
  @Attribute(.unique) var number: Int
  var limit = 0
  init(number: Int) { self.number = number }
}

@Model final class FlowMeter: AnyMeter {
  var unit = "l"
  override init(number: Int) { super.init(number: number) }
}
