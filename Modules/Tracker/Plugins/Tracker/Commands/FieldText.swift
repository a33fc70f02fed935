import Foundation
import StrataShell

/// A text with a field on each line, `value: 98.6 kg`, which a person edits.
struct FieldText {
  /// A field: its name, and its value on one line.
  struct Field: Equatable {
    let name: String
    var value: String

    init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value ?? ""
    }
  }

  /// The lines of the comment at the beginning.
  private let head: [String]
  private let fields: [Field]

  init(_ fields: [Field], head: [String]) {
    self.fields = fields
    self.head = head
  }

  /// The text to edit.
  var text: String {
    (head.map { "# \($0)" } + [
      "# A field that you leave, or whose line you delete, stays as it is.",
      "# Lines that begin with # are ignored. An empty file changes nothing.", "",
    ] + fields.map { "\($0.name): \(Self.escaped($0.value))" }).joined(separator: "\n") + "\n"
  }

  /// Returns the fields with other values than before.
  ///
  /// - Throws: A usage error with the line's number for a line that isn't a field, and for an
  ///   unknown or repeated one.
  func changes(in text: String) throws(ShellError) -> [Field] {
    var found: [Field] = []
    // "\r\n" is one character, which editors of other systems write at the end of a line.
    let lines = text.replacing("\r\n", with: "\n")
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      func error(_ message: String, hint: String) -> ShellError {
        ShellError("line \(index + 1): \(message)", hint: hint, kind: .usage)
      }
      let names = fields.map(\.name)
      guard let colon = line.firstIndex(of: ":") else {
        throw error("“\(line)” is no field", hint: "write NAME: VALUE, with one of: \(list(names))")
      }
      let name = line[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
      guard names.contains(name) else {
        throw error("there is no field “\(name)”", hint: "one of: \(list(names))")
      }
      guard !found.contains(where: { $0.name == name }) else {
        throw error("\(name) is given twice", hint: "leave one of them out")
      }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      found.append(Field(name, Self.unescaped(value)))
    }
    return found.filter { field in
      !fields.contains {
        $0.name == field.name && $0.value.trimmingCharacters(in: .whitespaces) == field.value
      }
    }
  }

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// Writes a value on one line, with `\n` for a line's end.
  private static func escaped(_ value: String) -> String {
    // "\r\n" is a character of its own, in which neither of the others is found.
    value.replacing("\\", with: "\\\\").replacing("\r\n", with: "\\r\\n")
      .replacing("\n", with: "\\n").replacing("\r", with: "\\r")
  }

  private static func unescaped(_ text: String) -> String {
    var value = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        value += ["n": "\n", "r": "\r", "\\": "\\"][character] ?? "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        value.append(character)
      }
    }
    return value + (isEscaped ? "\\" : "")
  }
}

extension CommandLineOption {
  /// The flag that opens an editor in place of the command's other options.
  static let editor = CommandLineOption.flag(
    "editor", "in your editor, $VISUAL or $EDITOR, a field a line")
}

extension Invocation {
  /// Checks that the line has neither values nor options besides `--editor`.
  func refuseBesideEditor(_ values: [ArgumentValue] = []) throws(ShellError) {
    let options = signature.options.map(\.name).filter { option($0) != nil }
    if let value = values.first {
      throw value.error(
        "--editor takes no values on the line", hint: "leave out --editor, or the values")
    }
    if let name = options.first {
      throw usageError(
        "--editor and --\(name) exclude each other", hint: "leave one of them out")
    }
  }
}
