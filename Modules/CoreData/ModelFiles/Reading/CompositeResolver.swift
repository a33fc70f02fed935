import StrataDescriptions

/// Resolves the attributes of composites, which may contain other composites.
///
/// A few lines could define a composite of ten composites of ten composites and so on. Limits
/// prevent that.
struct CompositeResolver {
  /// The greatest number of attributes in a composite, including nested ones.
  static let maximumSize = 1000
  /// The greatest depth of nested composites.
  static let maximumDepth = 16
  /// The greatest number of attributes in all uses of composites together.
  static let maximumTotal = 100_000

  private let composites: [String: [AttributeDescription]]
  private let lines: [String: Int]
  private let path: String
  private var resolved: [String: (elements: [AttributeDescription], size: Int)] = [:]
  private var open: [String] = []
  private var total = 0

  /// Creates a resolver for composites, with their lines for error messages.
  init(composites: [CompositeDescription], lines: [String: Int], path: String) {
    self.composites = Dictionary(composites.map { ($0.name, $0.elements) }) { first, _ in first }
    self.lines = lines
    self.path = path
  }

  /// Returns the attributes of a composite, or none if it doesn't exist.
  mutating func elements(of name: String) throws(ModelFileError) -> [AttributeDescription] {
    let found = try resolve(name)
    total += found.size
    guard total <= Self.maximumTotal else {
      throw error(name, "and others are used for more than \(Self.maximumTotal) attributes")
    }
    return found.elements
  }

  private func error(_ name: String, _ reason: String) -> ModelFileError {
    .invalid(path: path, line: lines[name] ?? 1, reason: "the composite “\(name)” \(reason)")
  }

  private mutating func resolve(_ name: String)
    throws(ModelFileError) -> (elements: [AttributeDescription], size: Int)
  {
    if let known = resolved[name] { return known }
    guard var elements = composites[name] else { return ([], 0) }
    guard !open.contains(name) else {
      throw error(name, "consists of itself; take it out of one of its attributes")
    }
    guard open.count < Self.maximumDepth else { throw error(name, "is nested too deep") }
    open.append(name)
    var size = elements.count
    for index in elements.indices {
      guard elements[index].type == .composite, let nested = elements[index].compositeName else {
        continue
      }
      let found = try resolve(nested)
      elements[index].elements = found.elements
      size += found.size
    }
    open.removeLast()
    guard size <= Self.maximumSize else {
      throw error(name, "comes to more than \(Self.maximumSize) attributes")
    }
    resolved[name] = (elements, size)
    return (elements, size)
  }
}
