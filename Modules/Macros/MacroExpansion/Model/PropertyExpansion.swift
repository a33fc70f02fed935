import StrataCompilerMessages
import StrataSwiftParser

/// Parses the property of a request in the accessor and peer roles.
///
/// The compiler sends it without its class, with the position in the attribute.
private func property(of request: AttachedMacroRequest) throws(Problem) -> ModelProperty {
  let node = request.declaration
  let variable = try reading(node) { source throws(ScanError) in
    try VariableDeclaration(scanning: source)
  }
  let attribute = try reading(request.attribute) { source throws(ScanError) in
    try Attribute(scanning: source)
  }
  guard let text = attribute.arguments.first?.value.text else {
    throw Problem("the position is missing", request.attribute.position(at: 0))
  }
  let property = try ModelProperty(
    variable, index: String(text.dropFirst().dropLast()), language: request.language, in: node)
  guard let property else {
    throw Problem("this property can't be persisted", node.position(at: variable.keywordOffset))
  }
  return property
}

/// The stored property of a persisted one.
struct PropertyStorage {
  private let property: ModelProperty

  init(_ request: AttachedMacroRequest) throws(Problem) {
    property = try StrataMacroExpansion.property(of: request)
  }

  var result: ExpansionResult {
    // Without in-place changes, each access is a single statement without calls to foreign code, so
    // that two can't overlap.
    let name = property.storageName
    // Slots are visited on the isolation of any context.
    let modifiers =
      (property.changesInPlace ? "" : "@exclusivity(unchecked) ")
      + (property.storage == .slot ? "nonisolated(unsafe) " : "") + "private final var"
    let source =
      switch property.storage {
      case .direct(let type): "\(modifiers) \(name): \(stored(type))"
      case .slot, .transformed:
        if let type = property.type {
          "\(modifiers) \(name): StrataModel._Slot<\(type)>"
            + (property.isOptional && property.initialValue == nil
              ? " = StrataModel._Slot<\(type)>(nil)" : "")
        } else {
          "\(modifiers) \(name) = StrataModel._Slot(\(initialValue))"
        }
      }
    return ExpansionResult(expandedSource: source)
  }

  // `if` and `switch` can't be arguments.
  private var initialValue: String {
    let value = property.initialValue ?? ""
    return value.startsWithStatement ? "{ \(value) }()" : value
  }

  // With `?`, the compiler would set the stored property to nil after its initial value was
  // assigned.
  private func stored(_ type: String) -> String {
    if property.timestamp != nil {
      return property.initialValue.map { "\(type) = \($0)" } ?? type
    }
    guard property.initialValue != nil, type.hasSuffix("?") else { return type }
    return "Swift.Optional<\(type.dropLast())>"
  }
}

extension String {
  /// True for an `if`, `switch` or `do` expression.
  var startsWithStatement: Bool {
    ["if", "switch", "do"].contains { word in
      hasPrefix(word)
        && dropFirst(word.count).first.map { $0.isWhitespace || "({".contains($0) } == true
    }
  }
}

/// The accessors of a persisted property.
///
/// They notify observers, record changes, and update inverses.
struct PropertyAccessors {
  private let property: ModelProperty

  init(_ request: AttachedMacroRequest) throws(Problem) {
    property = try StrataMacroExpansion.property(of: request)
  }

  private var index: String { property.index }
  private var storage: String { property.storageName }
  private var access: String { "\(index), \(keyPath)" }
  private var keyPath: String { "\\.\(property.written)" }

  var result: ExpansionResult {
    let accessors: [String] =
      switch property.storage {
      case .direct:
        [
          initializer("initialValue"), directGetter, setter(directAssignment),
          property.changesInPlace ? directModify : "",
        ]
      case .slot, .transformed:
        [initializer("StrataModel._Slot(initialValue)"), slotGetter, setter(slotAssignment)]
          + [property.changesInPlace ? slotModify : ""]
      }
    return ExpansionResult(
      expandedSource: "{\n" + accessors.filter { !$0.isEmpty }.joined(separator: "\n") + "\n}")
  }

  private var observers: AccessorBlock? { property.variable.bindings.first?.accessorBlock }

  private func initializer(_ value: String) -> String {
    """
    @storageRestrictions(initializes: \(storage))
    init(initialValue) { \(storage) = \(value) }
    """
  }

  private var directGetter: String {
    "get { _$access(\(access)); return \(storage) }"
  }

  private var slotGetter: String {
    """
    get {
      _$access(\(access))
      if \(storage).needsLoading { _$load(\(index)) }
      return _$value(\(index), \(storage))
    }
    """
  }

  // The declaration's observers run as in Swift: not in initializers, and around each later change.
  private func setter(_ assignment: String) -> String {
    var lines = ["set {"]
    let didSet = observers?[.didSet]
    if didSet != nil { lines.append("  let _$previous = \(property.written)") }
    if let willSet = observers?[.willSet], let body = willSet.statements {
      let name = willSet.parameter?.written ?? "newValue"
      lines.append("  ({ (\(name)) -> Void in\(body)})(newValue)")
    }
    lines.append(assignment)
    if let didSet, let body = didSet.statements {
      let name = didSet.parameter?.written ?? "oldValue"
      lines.append("  ({ (\(name)) -> Void in\(body)})(_$previous)")
    }
    lines.append("}")
    return lines.joined(separator: "\n")
  }

  private var directAssignment: String {
    """
      _$willSet(\(index), \(keyPath))
      \(storage) = newValue
      _$didSet(\(keyPath))
    """
  }

  private var directModify: String {
    """
    _modify {
      _$willSet(\(keyPath))
      _$record(\(index))
      defer { _$didSet(\(index), \(keyPath)) }
      yield &\(storage)
    }
    """
  }

  private var slotAssignment: String {
    """
      _$willSet(\(keyPath))
      _$willReplace(\(index), \(storage))
      _$record(\(index))
      let _$old = \(storage)
      \(storage) = StrataModel._Slot(newValue)
      let _$change = _$didReplace(\(index), _$old, &\(storage))
      _$relate(\(index), _$change)
      _$didSet(\(index), \(keyPath))
    """
  }

  private var slotModify: String {
    // `tags?.append(tag)` begins a change before it finds nil, and is none then.
    let changeOfNil =
      property.isOptional
      ? """
        _$readFirst(\(index))
        if \(storage).isUnread { _$load(\(index)) }
        if case .some(.none) = \(storage).value {
          var _$new: \(property.type ?? "") = nil
          defer { if _$new != nil { self.\(property.written) = _$new } }
          yield &_$new
          return
        }

      """ : ""
    return """
      _modify {
      \(changeOfNil)\
        _$willSet(\(keyPath))
        _$readFirst(\(index))
        if \(storage).isUnread { _$load(\(index)) }
        _$record(\(index))
        var _$value = _$open(\(index), &\(storage))
        defer {
          let _$change = _$close(\(index), &_$value, &\(storage))
          _$relate(\(index), _$change)
          _$didSet(\(index), \(keyPath))
        }
        yield &_$value.value
      }
      """
  }
}
