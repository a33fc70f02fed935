import Strata

/// What the objects of a test have heard, in order; used on one thread.
final class RideDiary {
  var lines: [String] = []
}

/// A coach that writes down what it hears.
@Model class Coach {
  var name: String
  var saves = 0
  var inserted = false
  @Relationship(deleteRule: .cascade, inverse: \Ride.coach) var rides: [Ride] = []
  @Transient var isReadyToDelete = false

  init(name: String) { self.name = name }

  func awakeFromInsert() { inserted = true }
}

extension Coach: LifecycleModel, ValidatedModel {
  func awakeFromFetch() { isReadyToDelete = true }
  func willSave() { if !isDeleted { saves += 1 } }

  struct Unnamed: Error, CustomStringConvertible {
    var description: String { "it has no name" }
  }

  func validate(for operation: ValidationOperation) throws {
    if operation != .delete, name.isEmpty { throw Unnamed() }
    if operation == .delete, name == "Eternal" { throw Unnamed() }
    guard name == "Crowded", let context = modelContext else { return }
    for number in 0..<10_000 { context.insert(Ride(number: number)) }
  }
}

@Model final class Sleeper: Coach {
  var coal = 0

  init(name: String, coal: Int) {
    self.coal = coal
    super.init(name: name)
  }

  override func awakeFromInsert() {
    super.awakeFromInsert()
    coal += 100
  }
}

@Model final class Ride {
  var number: Int
  var coach: Coach?
  @Transient var diary: RideDiary?
  @Transient var isEndless = false

  init(number: Int, diary: RideDiary? = nil) {
    self.number = number
    self.diary = diary
  }
}

extension Ride: LifecycleModel {
  private func note(_ line: String) { diary?.lines.append("\(number) \(line)") }

  func awakeFromInsert() { note("insert by \(coach?.rides.count ?? 0)") }
  func prepareForDeletion() { note("delete of \(coach?.name ?? "nobody")") }
  func willSave() {
    note("will save")
    guard isEndless else { return }
    let next = Ride(number: number + 1)
    next.isEndless = true
    modelContext?.insert(next)
  }
  func didSave() { note("did save\(modelContext == nil ? ", gone" : "")") }
}
