import SwiftData

/// Declarations that are right, but seldom written.
enum Declared {
  /// The name stands at another position in each clause.
  @Model
  final class Conditional {
    #if canImport(NoSuchModule)
    var picture: Data?
    var name: String
    #else
    var name: String
    #endif
    var last = "last"

    init(name: String) { self.name = name }
  }

  @Model
  final class Attributed {
    #if canImport(NoSuchModule)
    @Attribute(originalName: "title")
    #else
    @Attribute(.unique)
    #endif
    var name: String
    @Attribute(
      .transformable(
        by: Options.Reversed.self
      )
    )
    var secret = "abc"

    init(name: String) { self.name = name }
  }

  @Model
  final class Selected {
    #SwiftData::Unique<Selected>([\.name])
    var name: String
    var note = ""

    init(name: String) { self.name = name }
  }

  /// Names that aren't words.
  @Model
  final class Named {
    var `a b` = 1
    var a_b = 2
    var 😀 = "smile"
    var 😎 = "cool"
    var `say "hi"` = 3.5

    init() {}
  }

  static let isLarge = true

  @Model
  final class Chosen {
    var size = if isLarge { 10 } else { 1 }
    var label =
      switch isLarge {
      case true: "large"
      case false: "small"
      }
    var half = ½

    init() {}
  }

  @Model
  class BasePersistentModel {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model
  final class Inheriting: BasePersistentModel {
    @Transient var heard: [String] = []
    var extra = 1
    override var name: String { didSet { heard.append(oldValue) } }
    override init(name: String) { super.init(name: name) }
  }

  @Model
  final class Stated: PersistentModel {
    var value = 1
    init() {}
  }

  protocol Valued: PersistentModel { var value: Int { get } }

  @Model
  final class Refined: Valued {
    var value = 1
    init() {}
  }

  @Model
  open class Opened {
    /// A value.
    public var value = 1
    /// Makes one.
    public init() {}
  }

  @ModelActor
  package actor Packaged {
    package func count() throws -> Int {
      try modelContext.fetchCount(FetchDescriptor<Stated>())
    }
  }
}

let ½ = 0.5
