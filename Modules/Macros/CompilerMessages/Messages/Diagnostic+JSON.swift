extension Diagnostic {
  var json: JSONValue {
    .object([
      "message": .string(message),
      "severity": .string(severity.rawValue),
      "position": position.json,
      "highlights": .array(highlights.map(\.json)),
      "notes": .array(notes.map(\.json)),
      "fixIts": .array(fixIts.map(\.json)),
    ])
  }
}

extension Diagnostic.Position {
  fileprivate var json: JSONValue {
    .object(["fileName": .string(fileName), "offset": .integer(offset)])
  }
}

extension Diagnostic.SourceRange {
  fileprivate var json: JSONValue {
    .object([
      "fileName": .string(fileName),
      "startOffset": .integer(startOffset),
      "endOffset": .integer(endOffset),
    ])
  }
}

extension Diagnostic.Note {
  fileprivate var json: JSONValue {
    .object(["position": position.json, "message": .string(message)])
  }
}

extension Diagnostic.FixIt {
  fileprivate var json: JSONValue {
    .object(["message": .string(message), "changes": .array(changes.map(\.json))])
  }
}

extension Diagnostic.FixIt.Change {
  fileprivate var json: JSONValue {
    .object(["range": range.json, "newText": .string(newText)])
  }
}
