/// The marks of a key path's parts, from some part on, as its description has them: a part begins
/// with a point, and `?` and `!` behind it unwrap an optional, or wrap the end's value.
struct KeyPathMarks {
  private(set) var text: Substring

  init?(_ keyPath: AnyKeyPath) {
    let text = "\(keyPath)"
    let root = "\\\(type(of: keyPath).rootType)"
    guard text.hasPrefix(root) else { return nil }
    self.text = text.dropFirst(root.count)
  }

  var isEmpty: Bool { text.isEmpty }

  /// How many parts are left.
  var count: Int {
    var other = self
    var count = 0
    while !other.isEmpty {
      _ = other.takeAny()
      _ = other.skipOptional()
      count += 1
    }
    return count
  }

  /// Takes the next part, whatever it is, and says of a getter's mark what its value's type is.
  mutating func takeAny() -> String {
    var depth = 0
    let end = text.indices.dropFirst().first { index in
      switch text[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case ".", "?", "!": return depth == 0
      default: break
      }
      return false
    }
    let part = text[..<(end ?? text.endIndex)]
    text = text[part.endIndex...]
    guard part.hasPrefix(".<computed "), let type = part.firstIndex(of: "(") else {
      return String(part)
    }
    return ".<\(part[type...].dropFirst().dropLast(2))>"
  }

  /// Passes over what unwraps or wraps an optional, and says whether there was such.
  mutating func skipOptional() -> Bool {
    let marks = text.prefix { $0 == "?" || $0 == "!" }
    text = text.dropFirst(marks.count)
    return !marks.isEmpty
  }

  /// Takes the next part if it has a mark.
  mutating func take(_ mark: Substring) -> Bool {
    guard text.hasPrefix(mark) else { return false }
    let rest = text.dropFirst(mark.count)
    guard rest.first.map({ ".?!".contains($0) }) ?? true else { return false }
    text = rest
    return true
  }

  /// Takes the next part if it is what a key path of one part leads to.
  mutating func take(_ keyPath: AnyKeyPath) -> Bool {
    guard let other = KeyPathMarks(keyPath) else { return false }
    return take(other.text)
  }

  /// Takes the last part if it is what a key path of one part leads to.
  mutating func takeLast(_ keyPath: AnyKeyPath) -> Bool {
    var other = self
    guard other.take(keyPath) else { return false }
    _ = other.skipOptional()
    guard other.isEmpty else { return false }
    self = other
    return true
  }

  /// Takes the last part if it is an object's identifier. Every class has the property from the
  /// protocol, under a mark of its own, so that its type has to tell.
  mutating func takeIdentifier() -> Bool {
    var other = self
    while other.text.last == "?" { other.text.removeLast() }
    guard other.count == 1, other.text.hasPrefix(".<computed "),
      other.text.hasSuffix(" (\(PersistentIdentifier.self))>")
    else { return false }
    text = ""
    return true
  }
}
