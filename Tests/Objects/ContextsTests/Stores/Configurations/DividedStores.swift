import StrataModelSupport
import Strata
import StrataTestSupport

// Two groups of classes that have nothing to do with each other: gauges with what they show, and
// memos. A third class is there to be left over.

@Model final class Gauge {
  @Attribute(.unique) var name: String
  var height = 0.0
  @Relationship(deleteRule: .cascade, inverse: \GaugeReading.gauge) var readings: [GaugeReading] =
    []
  @Relationship(deleteRule: .deny, inverse: \GaugeSeal.gauge) var seals: [GaugeSeal] = []

  init(_ name: String) { self.name = name }
}

@Model final class GaugeReading {
  var value: Int
  var gauge: Gauge?

  init(_ value: Int) { self.value = value }
}

@Model final class GaugeSeal {
  var gauge: Gauge?
  init() {}
}

@Model class Memo {
  @Attribute(.unique) var title: String
  var isDone = false
  @Relationship(deleteRule: .deny, inverse: \MemoPin.memo) var pins: [MemoPin] = []

  init(_ title: String) { self.title = title }
}

@Model final class UrgentMemo: Memo {
  var level = 1
  override init(_ title: String) { super.init(title) }
}

@Model final class MemoPin {
  var memo: Memo?
  init() {}
}

@Model final class Leftover {
  var number: Int
  init(_ number: Int) { self.number = number }
}

/// Containers with a store for gauges and one for memos, and leftovers with either.
struct DividedStores {
  /// Where the stores are.
  enum Place: CaseIterable { case file, memory }

  let folder: TemporaryFolder
  let gauges: ModelConfiguration
  let memos: ModelConfiguration

  static let models: [any PersistentModel.Type] = [Gauge.self, Memo.self, UrgentMemo.self]
  static let gaugeModels: [any PersistentModel.Type] = [Gauge.self]
  static let memoModels: [any PersistentModel.Type] = [Memo.self, UrgentMemo.self]

  init(
    gauges: Place = .file, memos: Place = .file, savesGauges: Bool = true, savesMemos: Bool = true,
    in folder: TemporaryFolder? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    func make(
      _ name: String, _ models: [any PersistentModel.Type], _ place: Place, _ saves: Bool
    ) -> ModelConfiguration {
      switch place {
      case .memory:
        ModelConfiguration(
          name, schema: Schema(models), isStoredInMemoryOnly: true, allowsSave: saves)
      case .file:
        ModelConfiguration(
          name, schema: Schema(models), url: folder.file("\(name).store"), allowsSave: saves)
      }
    }
    self.gauges = make("gauges", Self.gaugeModels, gauges, savesGauges)
    self.memos = make("memos", Self.memoModels, memos, savesMemos)
  }

  /// Opens the stores, as a process of its own would.
  func open() throws -> ModelContainer {
    try ModelContainer(for: Schema(Self.models), configurations: [gauges, memos])
  }

  func context() throws -> ModelContext { ModelContext(try open()) }
}

extension ModelContext {
  func titles() throws -> [String] { try all(Memo.self).map(\.title) }
  func gaugeNames() throws -> [String] { try all(Gauge.self).map(\.name) }
}
