/// An opening tag of an element, with its attributes.
struct Element {
  /// The attributes that are stored, for all elements together.
  enum Attribute: String, CaseIterable {
    case type, sourceName, device, unit, value, startDate, endDate, creationDate
    case workoutActivityType, duration, durationUnit
    case totalDistance, totalDistanceUnit, totalEnergyBurned, totalEnergyBurnedUnit
    case sum, key

    fileprivate static let byBytes = Dictionary(
      uniqueKeysWithValues: allCases.map { (Array($0.rawValue.utf8)[...], $0) })
  }

  let name: String
  let place: ElementScanner.Place
  /// True if the tag also closes the element.
  let isClosed: Bool
  private var values: [(attribute: Attribute, text: String)] = []

  subscript(attribute: Attribute) -> String? {
    values.first { $0.attribute == attribute }?.text
  }

  /// Parses the text between `<` and `>`.
  static func event(
    _ bytes: ArraySlice<UInt8>, at place: ElementScanner.Place
  ) -> ElementScanner.Event {
    var rest = bytes
    if rest.first == UInt8(ascii: "/") {
      let name = rest.dropFirst().prefix { !isBlank($0) }
      guard !name.isEmpty else { return .broken(place, "a tag has no name") }
      return .end(String(decoding: name, as: UTF8.self))
    }
    let isClosed = rest.last == UInt8(ascii: "/")
    if isClosed { rest.removeLast() }
    let name = rest.prefix { !isBlank($0) }
    rest = rest[name.endIndex...]
    guard let first = name.first, isNameStart(first) else {
      return .broken(place, "a tag has no name")
    }
    var element = Element(
      name: String(decoding: name, as: UTF8.self), place: place, isClosed: isClosed)
    do {
      while try element.readAttribute(&rest) {}
    } catch {
      return .broken(place, "\(element.name): \(error.message)")
    }
    return .element(element)
  }

  private init(name: String, place: ElementScanner.Place, isClosed: Bool) {
    self.name = name
    self.place = place
    self.isClosed = isClosed
  }

  private struct Malformed: Error {
    let message: String
  }

  private mutating func readAttribute(_ rest: inout ArraySlice<UInt8>) throws(Malformed) -> Bool {
    rest = rest.drop(while: Self.isBlank)
    guard !rest.isEmpty else { return false }
    let name = rest.prefix { $0 != UInt8(ascii: "=") && !Self.isBlank($0) }
    let text = String(decoding: name, as: UTF8.self)
    rest = rest[name.endIndex...].drop(while: Self.isBlank)
    guard rest.popFirst() == UInt8(ascii: "=") else {
      throw Malformed(message: "the attribute “\(text)” has no value")
    }
    rest = rest.drop(while: Self.isBlank)
    guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = rest.firstIndex(of: quote)
    else { throw Malformed(message: "the value of “\(text)” has no quotes") }
    if let attribute = Attribute.byBytes[name] {
      guard let value = String(validating: rest[..<end], as: UTF8.self) else {
        throw Malformed(message: "the value of “\(text)” is not UTF-8")
      }
      values.append((attribute, CharacterReferences.resolved(value)))
    }
    rest = rest[(end + 1)...]
    if let next = rest.first, !Self.isBlank(next) {
      throw Malformed(message: "there is no blank behind the value of “\(text)”")
    }
    return true
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private static func isNameStart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
