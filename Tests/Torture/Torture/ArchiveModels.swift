package import Strata

/// Temporal models with a search index, which programs change by objects, batches and SQL.
@Model package final class Drawer: TemporalModel {
  @Attribute(.unique) package var serial: Int
  @Relationship(inverse: \Letter.drawer) package var letters: [Letter] = []

  package init(_ serial: Int) { self.serial = serial }
}

@Model package final class Letter: TemporalModel {
  #Search<Letter>([\.title, \.body])
  @Attribute(.unique) package var serial: Int
  package var title: String
  package var body: String?
  package var weight: Int
  package var drawer: Drawer?

  package init(_ serial: Int, _ title: String, weight: Int) {
    self.serial = serial
    self.title = title
    self.weight = weight
  }
}
