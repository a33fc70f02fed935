import Foundation
import StrataDescriptions
import StrataModelSource
import StrataSchema
import SwiftData
import Testing

/// Models that are read from Swift sources, compared with those of the same sources compiled.
@Suite struct SourceModels {
  private static func text(_ name: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent(name), encoding: .utf8)
  }

  private static func read(_ texts: String..., namespace: String? = nil) throws -> SourceModel {
    try SourceModel(
      texts.enumerated().map { .init(path: "\($0).swift", text: $1) }, namespace: namespace)
  }

  private static func drift(
    _ model: ManagedObjectModel, _ sources: SourceModel, isRecorded: Bool = true
  ) -> [String] {
    ModelDrift(from: model, isRecorded: isRecorded, to: sources).difference.changes.map {
      "\($0.effect) \($0.place) \($0.text)"
    }
  }

  @Test func sayWhatCompiledClassesSay() throws {
    let generated = ManagedObjectModel(Schema(versionedSchema: Generated.self))
    #expect(Self.drift(generated, try Self.read(try Self.text("Generated.swift"))) == [])
    let shop = ManagedObjectModel(
      Schema([
        Shop.Customers.self, Shop.Orders.self, Shop.Products.self, Shop.OrderItems.self,
        Shop.Shipments.self, Shop.Passports.self, Shop.Tags.self,
      ]))
    #expect(Self.drift(shop, try Self.read(try Self.text("GeneratedOfTables.swift"))) == [])
  }

  @Test(arguments: [
    ("var note: String?", "var note: Int?", "refused Pet.note was String"),
    ("var note: String?", "", "loses Pet.note is gone"),
    ("var note: String?", "var note: String", "refused Pet.note is required now"),
    ("var note: String?", "var note: String = \"\"", "inferred Pet.note is required now"),
    ("var note: String?", "var note: String?\nvar age = 3", "inferred Pet.age is new"),
    ("var note: String?", "var note: String?\nvar age: Int", "refused Pet.age is new and required"),
    (
      "var note: String?", "@Attribute(originalName: \"note\") var remark: String?",
      "inferred Pet.remark was called note"
    ),
    ("@Attribute(.unique) var name", "var name", "inferred Pet isn't unique by name"),
    ("#Index<Pet>([\\.born])", "", "inferred Pet has other indexes"),
    (".cascade", ".deny", "none Owner.pets deletes by deny instead of cascade"),
    ("var kind: Kind", "var kind: Int", "refused Pet.kind was String"),
    ("case cat", "case bird", nil), ("var born = Date.now", "var born = Date()", nil),
    ("var walks: [Int] = []", "var walks: Set<Int> = []", nil),
    ("@Transient var isHungry = false", "", nil),
  ])
  func differFromOthers(part: String, replacement: String, change: String?) throws {
    let source = """
      enum Kind: String, Codable { case dog, cat }
      struct Place: Codable { var street: String }
      @Composite struct Size: Codable, Hashable { var weight: Double; var height: Double? }
      @Model final class Owner {
        @Relationship(deleteRule: .cascade, inverse: \\Pet.owner) var pets: [Pet] = []
      }
      @Model final class Pet {
        #Index<Pet>([\\.born])
        @Attribute(.unique) var name: String
        var note: String?
        var kind: Kind
        var born = Date.now
        var walks: [Int] = []
        var place: Place?
        var size: Size?
        var owner: Owner?
        @Transient var isHungry = false
        var isOld: Bool { born < .distantPast }
        static let count = 3
        init() {}
      }
      """
    let before = try Self.read(source)
    #expect(before.unread.isEmpty)
    let changes = Self.drift(before.model, try Self.read(source.replacing(part, with: replacement)))
    guard let change else {
      #expect(changes == [])
      return
    }
    #expect(changes.count == 1)
    #expect(changes.first?.hasPrefix(change) == true, "\(changes)")
  }

  @Test func passOverTypesThatTheyDoNotDeclare() throws {
    let sources = try Self.read("@Model class Pet { var colour: UIColor; var name = \"\" }")
    #expect(sources.unread == [ModelPlace(entity: "Pet", property: "colour"): "UIColor"])
    let other = try Self.read("@Model class Pet { var colour: Int; var name = \"\" }")
    #expect(Self.drift(other.model, sources) == [])
  }

  @Test func takeTheLastOfSeveralVersions() throws {
    let old = "enum V1: VersionedSchema { @Model class Pet { var age: Int } }"
    let new = "enum V2: VersionedSchema { @Model class Pet { var age: Double } }"
    let outer = try Self.read(old, "@Model class Pet { var age: String }")
    #expect(outer.model.entities.map { $0.attributes.map(\.type) } == [[.string]])
    let chosen = try Self.read(old, new, namespace: "V2")
    #expect(chosen.model.entities.map { $0.attributes.map(\.type) } == [[.double]])
    #expect(throws: SourceModelError.severalVersions(class: "Pet", namespaces: ["V1", "V2"])) {
      try Self.read(old, new)
    }
  }

  @Test func needClassesThatCanBeRead() throws {
    #expect(throws: SourceModelError.noClasses(namespace: nil)) { try Self.read("class Pet {}") }
    #expect(throws: SourceModelError.self) { try Self.read("@Model class Pet { var }") }
    #expect(throws: SourceModelError.noClasses(namespace: nil)) {
      try Self.read("#if canImport(UIKit)\n@Model class Pet {}\n#endif")
    }
  }
}
