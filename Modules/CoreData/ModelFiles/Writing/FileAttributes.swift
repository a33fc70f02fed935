/// An element's attributes by name, in the form that the editor of today gives them.
struct FileAttributes {
  private(set) var texts: [String: String] = [:]

  init() { texts.reserveCapacity(8) }

  /// The text of an attribute. Setting nil leaves it as it is, which is nothing.
  subscript(_ name: String) -> String? {
    get { texts[name] }
    set { if let newValue { texts[name] = newValue } }
  }

  /// Sets a flag, which isn't written where it has its usual value.
  mutating func setFlag(_ name: String, _ value: Bool, usually: Bool = false) {
    if value != usually { texts[name] = value ? "YES" : "NO" }
  }

  /// Sets a number, which isn't written where it is 0.
  mutating func setNumber(_ name: String, _ value: Int) {
    if value != 0 { texts[name] = String(value) }
  }
}
