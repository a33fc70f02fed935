/// The attributes of an XML element by name, in the current editor's format.
struct FileAttributes {
  private(set) var texts: [String: String] = [:]

  init() { texts.reserveCapacity(8) }

  /// The value of an attribute. Setting nil has no effect.
  subscript(_ name: String) -> String? {
    get { texts[name] }
    set { if let newValue { texts[name] = newValue } }
  }

  /// Sets a flag, unless it has its default value.
  mutating func setFlag(_ name: String, _ value: Bool, usually: Bool = false) {
    if value != usually { texts[name] = value ? "YES" : "NO" }
  }

  /// Sets a number, unless it is 0.
  mutating func setNumber(_ name: String, _ value: Int) {
    if value != 0 { texts[name] = String(value) }
  }
}
