import Foundation
import StrataDescriptions
import StrataModelFiles
import StrataTestSupport
import Testing

/// Whatever stands in a file, reading it gives a model or an error, soon and in little memory.
@Suite struct HostileModelFiles {
  private func outcome(_ data: Data) -> Result<ModelDocument, ModelFileError> {
    Result { () throws(ModelFileError) in try ModelDocument(contents: data) }
  }

  private func error(_ text: String) -> String {
    switch outcome(Data(text.utf8)) {
    case .success: "a model"
    case .failure(let error): "\(error)"
    }
  }

  @Test func areNoModelsWhereTheEndIsMissing() {
    let contents = LibraryModel.contents
    for length in stride(from: 0, to: contents.count, by: 7) + [contents.count - 1] {
      guard case .failure = outcome(contents.prefix(length)) else {
        Issue.record("a model of \(length) bytes")
        return
      }
    }
  }

  @Test func mayNotDeclareEntities() {
    let laughs = """
      <?xml version="1.0"?>
      <!DOCTYPE model [
        <!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
      ]>
      <model name="&c;"/>
      """
    #expect(error(laughs).hasPrefix("contents:2: a model declares no document type"))
    let external =
      "<!DOCTYPE model [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>\n<model name=\"&e;\"/>"
    #expect(error(external).hasPrefix("contents:1: a model declares no document type"))
    #expect(error("<model>\n<!ENTITY a \"b\"></model>").hasPrefix("contents:2: a model declares"))
  }

  @Test func mayNotBeNestedDeep() {
    let text = "<model>" + String(repeating: "<entity>", count: 100_000)
    #expect(error(text).contains("nested more than 32 deep"))
    let closed = text + String(repeating: "</entity>", count: 100_000) + "</model>"
    #expect(error(closed).contains("nested more than 32 deep"))
  }

  @Test func mayNotBeLarge() {
    let large = "<model>" + String(repeating: " ", count: 9 << 20) + "</model>"
    #expect(error(large).contains("more than 8 megabytes"))
    let many = "<model>" + String(repeating: "<e/>", count: 250_000) + "</model>"
    #expect(error(many).contains("more than 200000 elements"))
  }

  @Test func mayHaveLongAttributesOfWhichAParserTakesThatMany() {
    let name = String(repeating: "n", count: 8_000_000)
    switch outcome(Data(ModelFileFixtures.model("<entity name=\"\(name)\"/>").utf8)) {
    case .success(let document):
      #expect(document.model.entities.first?.name.utf8.count == 8_000_000)
    case .failure(let error): #expect("\(error)".contains("damaged"))
    }
    let number = String(repeating: "9", count: 1_000_000)
    let attribute =
      "<attribute name=\"a\" attributeType=\"Decimal\" defaultValueString=\"\(number)\"/>"
    let document = outcome(
      Data(ModelFileFixtures.model("<entity name=\"A\">\(attribute)</entity>").utf8))
    #expect((try? document.get())?.warnings.count == 1)
  }

  @Test(arguments: [
    "1e999", "-1e-999", "1e127", "1e128", "1e-128", "0e999", ".", "-", "+.e1", "1e", "0x10", "inf",
    "∞", "٣",
    "1,5", "1_000", "NaN", "--1", "1e+-1", "9" + String(repeating: "0", count: 390),
    "0." + String(repeating: "3", count: 390),
  ])
  func mayHaveOddNumbers(_ text: String) throws {
    for type in ["Decimal", "Double", "Float", "Integer 64", "Date", "String"] {
      let names = [
        "defaultValueString", "minValueString", "maxValueString", "defaultDateTimeInterval",
      ]
      let values = names.map { "\($0)=\"\(text)\"" }.joined(separator: " ")
      let attribute = "<attribute name=\"a\" attributeType=\"\(type)\" \(values)/>"
      let file = ModelFileFixtures.model(
        "    <entity name=\"E\" syncable=\"YES\">\n        \(attribute)\n    </entity>")
      let document = try outcome(Data(file.utf8)).get()
      _ = document.model.problems()
      let again = try outcome(Data(document.contents().utf8)).get()
      #expect(again == document)
    }
  }

  /// libxml2 compares each attribute with each.
  @Test func mayNotHaveManyAttributes() {
    for quote in ["\"", "'"] {
      let attributes = (0..<100_000).map { "a\($0) = \(quote)\(quote)" }.joined(separator: "\n")
      #expect(
        error("<model \(attributes)/>") == "contents:1001: an element has more than 1000 attributes"
      )
    }
  }

  @Test func mayNotConsistOfCompositesOfComposites() {
    let composites = (0..<12).map { level in
      let attributes = (0..<10).map {
        "<attribute name=\"a\($0)\" attributeType=\"Composite\" composite=\"C\(level + 1)\"/>"
      }
      return "<composite name=\"C\(level)\">\(attributes.joined())</composite>"
    }
    #expect(
      error(ModelFileFixtures.model(composites.joined())).contains("more than 1000 attributes"))
    let chain = (0..<5_000).map { level in
      "<composite name=\"C\(level)\"><attribute name=\"a\" attributeType=\"Composite\" "
        + "composite=\"C\(level + 1)\"/></composite>"
    }
    #expect(error(ModelFileFixtures.model(chain.joined())).contains("is nested too deep"))
    let elements = (0..<900).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }
    let users = (0..<200).map {
      "<attribute name=\"a\($0)\" attributeType=\"Composite\" composite=\"C\"/>"
    }
    let many =
      "<composite name=\"C\">\(elements.joined())</composite>"
      + "<entity name=\"A\">\(users.joined())</entity>"
    #expect(error(ModelFileFixtures.model(many)).contains("for more than 100000 attributes"))
  }

  @Test(.timeLimit(.scaledMinutes(5)))
  func mayInheritFromOneAnotherAtLength() throws {
    let chain = (0..<5_000).map { level in
      "<entity name=\"E\(level)\" parentEntity=\"E\((level + 1) % 5_000)\"/>"
    }
    let model = try outcome(Data(ModelFileFixtures.model(chain.joined()).utf8)).get().model
    #expect(model.problems().count == 5_000)
    #expect(model.entityVersionHashes.count == 5_000)
  }

  @Test(arguments: [
    "<![CDATA[", "<!--", "<?pi", "<model a=\"", "&#x110000;", "&#0;", "<\u{FEFF}", "]]>",
  ])
  func areDamagedByPiecesOfXML(_ piece: String) {
    #expect(error("<model>" + String(repeating: piece, count: 1000)) != "a model")
  }

  @Test func areRefusedWhereverBytesAreDamaged() {
    var generator = SeededGenerator()
    var failures = 0
    for round in 0..<(FuzzRounds.count * 100) {
      var bytes = [UInt8](LibraryModel.contents)
      for _ in 0...Int.random(in: 0..<6, using: &generator) { mutate(&bytes, &generator) }
      switch outcome(Data(bytes)) {
      case .failure: failures += 1
      case .success(let document):
        _ = document.model.problems()
        // What could be read can be written, and is the same when it is read again.
        guard let text = try? document.contents(),
          case .success(let again) = outcome(Data(text.utf8))
        else {
          Issue.record("round \(round) of seed \(generator.seed) isn't written")
          return
        }
        #expect(again.model.versionChecksum == document.model.versionChecksum, "round \(round)")
      }
    }
    #expect(failures > 0)
  }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
    case 2: bytes.remove(at: place)
    case 3:
      bytes.insert(Array("<>\"&/=!?09Y".utf8).randomElement(using: &generator) ?? 0, at: place)
    case 4:
      let end = min(place + Int.random(in: 1...80, using: &generator), bytes.count)
      bytes.insert(
        contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &generator))
    default:
      let end = min(place + Int.random(in: 1...40, using: &generator), bytes.count)
      bytes.removeSubrange(place..<end)
    }
  }

  @Test func areReadByManyTasksAtOnce() async throws {
    let expected = try ModelDocument(contents: LibraryModel.contents)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          if number.isMultiple(of: 2) {
            return (try? ModelDocument(contents: LibraryModel.contents)) == expected
          }
          return (try? ModelDocument(contents: LibraryModel.contents.dropLast(9))) == nil
        }
      }
      for await succeeded in group { #expect(succeeded) }
    }
  }
}
