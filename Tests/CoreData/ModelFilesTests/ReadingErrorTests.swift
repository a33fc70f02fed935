import Foundation
import StrataModelFiles
import Testing

@Suite struct ModelFileReadingErrors {
  private func error(_ text: String) -> ModelFileError? {
    #expect(throws: ModelFileError.self) {
      try ModelDocument(contents: Data(text.utf8), path: "X/contents")
    }
  }

  @Test(arguments: [
    ("<entity/>", "the entity has no name; give it one"),
    ("<entity name=\"\"/>", "the entity has no name; give it one"),
    (
      "<entity name=\"A\"><attribute attributeType=\"String\"/></entity>",
      "the attribute has no name"
    ),
    (
      "<entity name=\"A\"><attribute name=\"a\" attributeType=\"Text\"/></entity>",
      "must be one of Undefined"
    ),
    (
      "<entity name=\"A\"><relationship name=\"r\" deletionRule=\"Burn\"/></entity>",
      "Cascade, Deny or No Action"
    ),
    (
      "<entity name=\"A\"><relationship name=\"r\" maxCount=\"few\"/></entity>", "maxCount is “few”"
    ),
    ("<entity name=\"A\"><relationship name=\"r\" minCount=\"-1\"/></entity>", "minCount is “-1”"),
    ("<entity name=\"A\"/><entity name=\"A\"/>", "the model has another entity “A”"),
    (
      "<entity name=\"A\"><attribute name=\"a\"/><relationship name=\"a\"/></entity>",
      "“A” has another property “a”"
    ),
    (
      "<entity name=\"A\"><fetchIndex name=\"i\"><fetchIndexElement/></fetchIndex></entity>",
      "neither"
    ),
    (
      "<entity name=\"A\"><uniquenessConstraints><uniquenessConstraint><constraint/>"
        + "</uniquenessConstraint></uniquenessConstraints></entity>",
      "the constraint names no property"
    ),
    (
      "<entity name=\"A\"><userInfo><entry value=\"v\"/></userInfo></entity>",
      "the entry has no key"
    ),
    ("<fetchRequest entity=\"A\"/>", "the fetchRequest has no name"),
    ("<configuration name=\"C\"/><configuration name=\"C\"/>", "another configuration “C”"),
    ("<configuration name=\"C\"><memberEntity/></configuration>", "the memberEntity has no name"),
    (
      "<composite name=\"C\"><attribute name=\"c\" attributeType=\"Composite\" composite=\"C\"/></composite>",
      "the composite “C” consists of itself"
    ),
  ])
  func sayTheLineAndWhatToDo(_ lines: String, _ reason: String) {
    guard case .invalid(let path, let line, let text) = error(ModelFileFixtures.model(lines)) else {
      Issue.record("not an error with a line")
      return
    }
    #expect(path == "X/contents" && line == 3)
    #expect(text.contains(reason), "\(text)")
  }

  @Test(arguments: [
    ("", "there is nothing in it"), ("<a/>", "there is nothing in it"),
    ("bplist00\u{1}\u{2}\u{3}", "binary property list"),
    ("<plist version=\"1.0\"></plist>", "its element is “plist”, not “model”"),
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><model/>", "it says that it is ISO-8859-1"),
    ("<?xml version=\"1.0\"" + String(repeating: " ", count: 2000) + "?><model/>", "too long"),
    ("<model>\u{0}</model>", "bytes that no text has"),
  ])
  func sayWhatElseItIs(_ text: String, _ reason: String) {
    guard case .notAModel("X/contents", let said) = error(text) else {
      Issue.record("a model?")
      return
    }
    #expect(said.contains(reason), "\(said)")
  }

  @Test func refuseOtherEncodings() {
    for encoding in [
      String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .isoLatin1,
    ] {
      let text = ModelFileFixtures.model("<entity name=\"Straße\"/>")
      let data = text.data(using: encoding) ?? Data()
      #expect(throws: ModelFileError.self, "\(encoding)") { try ModelDocument(contents: data) }
    }
  }

  @Test(arguments: [
    ("<model><entity name=\"A\"></model>", "ends that isn't the one that began last"),
    ("<model><entity name=\"A\" name=\"B\"/></model>", "an attribute twice"),
    ("<model></model><model></model>", "or goes on after that"),
    ("<model>&unknown;</model>", "& is written &amp;"),
    ("<model>text & text</model>", "& is written &amp;"),
    ("<model name=\"a<b\"/>", "it is written &lt;"),
    ("<model a=b/>      ", "isn't in quotes"),
    ("this is no XML at all", "it has no element"),
    ("        ", "ends before it is complete"),
    ("<model><entity>", "ends before it is complete"),
    ("<model name", "(libxml2 error 41)"),
    ("<model><!-- -- --></model>", "(libxml2 error"),
    ("<model a:b=\"c\"></model>", "(libxml2 error 201)"),
  ])
  func sayHowTheXMLIsDamaged(_ text: String, _ words: String) {
    guard case .invalid(_, 1, let reason) = error(text) else {
      Issue.record("no error with a line")
      return
    }
    #expect(reason.hasPrefix("the XML is damaged") && reason.contains(words), "\(reason)")
  }

  @Test func sayOnWhichLineItIsDamaged() {
    guard case .invalid(_, 3, _) = error("<model>\n<entity/>\n</entity>\n</model>") else {
      Issue.record("another line")
      return
    }
  }
}
