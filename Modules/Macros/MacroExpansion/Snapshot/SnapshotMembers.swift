import StrataCompilerMessages
import StrataSwiftParser

/// The members that `@Snapshot` generates: the struct `Snapshot`, and what reads and applies one.
struct SnapshotMembers {
  private let model: ModelClass
  private let members: [SnapshotMember]
  private let problems: [Problem]
  private let lines: SourceLines
  /// True if each object can be made of a snapshot: what that lacks has an initial value.
  private let isComplete: Bool

  init(_ request: AttachedMacroRequest) throws(Problem) {
    model = try ModelClass(
      request.declaration, language: request.language, isInGenericType: request.isInGenericType)
    let node = model.node
    let position = node.position(at: model.type.name.offset)
    let name = model.type.name.text
    guard !model.type.attributes(named: "Model").isEmpty else {
      throw Problem("'@Snapshot' says nothing without @Model before '\(name)'", position)
    }
    guard model.isFinal else {
      throw Problem(
        "a snapshot is of one class, without subclasses; declare '\(name)' as 'final'", position)
    }
    guard try !request.inheritsModel() else {
      throw Problem(
        "a snapshot is of one class; '\(name)' inherits from a model, whose properties it can't have",
        position)
    }
    let options = try SnapshotOptions(request.attribute, of: model)
    var members: [SnapshotMember] = []
    var problems: [Problem] = []
    var isComplete = true
    for property in model.properties where !property.isEphemeral {
      // Only the class's own initializers can set it.
      if property.variable.isLet { isComplete = false }
      let list = options[property.name]
      let isRelationship = property.attributes.contains { $0.baseName == "Relationship" }
      let isHidden = ["private", "fileprivate"].contains(property.variable.accessLevel)
      guard list != .excluding, list != nil || (!isRelationship && !isHidden) else {
        if !isRelationship, property.initialValue == nil, !property.isOptional {
          isComplete = false
        }
        continue
      }
      do throws(Problem) {
        members.append(try SnapshotMember(property, list, in: node))
      } catch {
        problems.append(error)
      }
    }
    self.members = members
    self.problems = problems
    self.isComplete = isComplete
    lines = SourceLines(node)
  }

  private var name: String { model.type.name.written }
  private var access: String { model.access }

  var result: ExpansionResult {
    let parts = [structure, reading, matching, isComplete ? making : "", applying]
    return ExpansionResult(
      expandedSource: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"),
      diagnostics: problems.map(\.diagnostic))
  }

  private func each(_ code: (SnapshotMember) -> String) -> String {
    members.map { lines.code(code($0), at: $0.property.variable.keywordOffset) }
      .joined(separator: "\n")
  }

  private var modelLiteral: String { ModelProperty.literal(model.type.name.text) }

  /// The access of the memberwise initializer, which no parameter may exceed.
  private var memberwiseAccess: String {
    let levels = ["", "package ", "public "]
    let all = [access] + members.map(\.access)
    return levels.first { all.contains($0) } ?? ""
  }

  private var structure: String {
    let parameters = members.map { member in
      let isShown = member.isSetByStore || member.defaultValue.map(isConstant) ?? false
      let value = isShown ? member.defaultValue.map { " = \($0)" } ?? "" : ""
      return "\(member.name): \(member.type)\(value)"
    }.joined(separator: ", ")
    let names = members.map(\.literal).joined(separator: ", ")
    // Not `_$base?.name`, which would be a value, nil, where there is no base.
    let decoding = each { member in
      let value = member.defaultValue.map { ", default: { \($0) }" } ?? ""
      return
        "    self.\(member.name) = try _$members.value(\(member.literal), _$base.map { $0.\(member.name) }"
        + "\(value))"
    }
    let encoding = each {
      "    try _$members.encode(self.\($0.name), \($0.literal))"
    }
    return """
      /// The values of an object, without the object.
      \(access)struct Snapshot: StrataContexts.ModelSnapshot, Swift.Sendable {
      \(each { "  \($0.access)var \($0.name): \($0.type)" })

        /// Creates a snapshot of values.
        \(memberwiseAccess)init(\(parameters)) {
      \(members.map { "    self.\($0.name) = \($0.name)" }.joined(separator: "\n"))
        }

        \(access)init(_$from _$decoder: any Swift.Decoder, over _$base: Self?) throws {
          let _$members = try StrataContexts._SnapshotReader(
            _$decoder, of: \(modelLiteral), [\(names)])
      \(decoding)
          _ = _$members
        }

        /// Writes all members, also those that are nil.
        \(access)func encode(to _$encoder: any Swift.Encoder) throws {
          var _$members = StrataContexts._SnapshotWriter(_$encoder)
      \(encoding)
          _$members.finish()
        }

        \(access)func _$check(
          _ _$context: StrataContexts.ModelContext?, for _$owner: \(name)? = nil
        ) throws {
      \(each(checking))
        }
      }
      """
  }

  private func checking(_ member: SnapshotMember) -> String {
    switch member.form {
    case .value: return ""
    case .identified:
      return "    _ = \(existing(member, of: "self", in: "_$context", owner: "_$owner"))"
    case .nested:
      if member.isToMany {
        return "    for _$nested in self.\(member.name) { try _$nested._$check(_$context) }"
      }
      return "    try self.\(member.name)\(member.property.isOptional ? "?" : "")"
        + "._$check(_$context)"
    }
  }

  /// The objects with the identifiers of a member.
  private func existing(
    _ member: SnapshotMember, of snapshot: String, in context: String, owner: String
  ) -> String {
    "try StrataContexts._SnapshotObjects.existing(\(snapshot).\(member.name), of: \(owner), "
      + "in: \(context), \(modelLiteral), \(member.literal))"
  }

  private var reading: String {
    let values = members.map { member in
      let name = "self.\(member.name)"
      let optional = member.property.isOptional
      // Deleted objects are left out where the relationship can be without them.
      let live = "try StrataContexts._SnapshotObjects.live(\(name))"
      let value =
        switch member.form {
        case .value: name
        case .identified:
          member.isToMany
            ? "\(live).map { $0.typedObjectID }"
            : optional ? "\(live)?.typedObjectID" : "\(name).typedObjectID"
        case .nested:
          member.isToMany
            ? "\(live).map { try $0._$snapshot(_$path) }"
            : optional ? "\(live)?._$snapshot(_$path)" : "try \(name)._$snapshot(_$path)"
        }
      return "\(member.name): \(value)"
    }.joined(separator: ", ")
    return """
      /// The object's values.
      ///
      /// Throws `StackError.unreadable` for a value that can't be read, and
      /// `SnapshotError.tooDeep` for an object that contains itself.
      \(access)var snapshot: Snapshot {
        get throws { try self._$snapshot(StrataContexts._SnapshotPath()) }
      }

      \(access)func _$snapshot(_ _$path: StrataContexts._SnapshotPath) throws -> Snapshot {
        let _$path = try _$path.appending(self)
        let _$snapshot = Snapshot(\(values))
        try _$path.checkRead(self)
        return _$snapshot
      }
      """
  }

  /// The comparison that finds the member of a relationship to which a nested snapshot belongs.
  private var matching: String {
    let groups = uniqueGroups
    var lines = groups.map { group in
      let parts = group.flatMap { member in
        (member.property.isOptional ? ["self.\(member.name) != nil"] : [])
          + ["self.\(member.name) == _$snapshot.\(member.name)"]
      }
      return "  if \(parts.joined(separator: ", ")) { return true }"
    }
    // Without a value, what is unique says nothing of the object.
    let optional = groups.compactMap { group in group.first { $0.property.isOptional } }
    if optional.count < groups.count {
      lines.append("  return false")
    } else {
      if !groups.isEmpty {
        let isNil = optional.map { "_$snapshot.\($0.name) == nil" }.joined(separator: ", ")
        lines.append("  guard \(isNil) else { return false }")
      }
      let times = members.filter(\.isSetByStore)
      lines.append("  \(times.isEmpty ? "let" : "var") _$own = try self.snapshot")
      lines += times.map { "  _$own.\($0.name) = _$snapshot.\($0.name)" }
      lines.append("  return _$own == _$snapshot")
    }
    return """
      \(access)func _$matches(_ _$snapshot: Snapshot) throws -> Swift.Bool {
      \(lines.joined(separator: "\n"))
      }
      """
  }

  /// The attributes that are unique, alone or together, as far as the snapshot has all of a group.
  private var uniqueGroups: [[SnapshotMember]] {
    var groups = members.filter(\.isUnique).map { [$0] }
    for constraint in model.constraints
    where constraint.kind == "Unique" && constraint.condition == nil {
      for argument in constraint.expansion.arguments where argument.label == nil {
        let names = argument.value.text.filter { !$0.isWhitespace && $0 != "[" && $0 != "]" }
          .split(separator: ",").map { $0.split(separator: ".").last.map(String.init) ?? "" }
        let group = names.compactMap { name in
          members.first { $0.property.name == name && $0.form == .value }
        }
        if !group.isEmpty, group.count == names.count { groups.append(group) }
      }
    }
    return groups
  }

  private var making: String {
    let values = members.filter { $0.form == .value && !$0.isSetByStore }
    return """
      /// Creates an object with the values of a snapshot, and inserts it into a context.
      ///
      /// Throws `StackError.notFound` for the identifier of an object that isn't there. The save
      /// throws `StackError.notUnique` if another object has its unique values.
      @discardableResult
      \(access)convenience init(
        _ snapshot: Snapshot, in context: StrataContexts.ModelContext
      ) throws {
        try snapshot._$check(context)
        self.init(_$values: snapshot)
        StrataContexts._SnapshotObjects.insert(self, into: context)
        try self._$apply(snapshot, context)
      }

      \(access)convenience init(_$values _$snapshot: Snapshot) {
        let _$data = \(name).createBackingData()
      \(values.map {
        "  _$data.setValue(forKey: \\\(name).\($0.name), to: _$snapshot.\($0.name))"
      }.joined(separator: "\n"))
        self.init(backingData: _$data)
      }
      """
  }

  private var applying: String {
    """
    /// Sets the properties whose values differ from those of a snapshot.
    ///
    /// Throws before it changes anything: `StackError.notFound` for the identifier of an object that
    /// isn't there, `SnapshotError.constant` for another value of a constant.
    \(access)func apply(_ snapshot: Snapshot) throws {
      let _$context = self.modelContext
      try snapshot._$check(_$context, for: self)
      try self._$apply(snapshot, _$context)
    }

    \(access)func _$apply(
      _ _$snapshot: Snapshot, _ _$context: StrataContexts.ModelContext?
    ) throws {
    \(each(applyingConstant))
    \(each(applying))
    }
    """
  }

  private func applyingConstant(_ member: SnapshotMember) -> String {
    guard member.property.variable.isLet, !member.isSetByStore else { return "" }
    return """
        if self.\(member.name) != _$snapshot.\(member.name) {
          throw StrataContexts.SnapshotError.constant(model: \(modelLiteral), member: \(member.literal))
        }
      """
  }

  private func applying(_ member: SnapshotMember) -> String {
    let name = member.name
    switch member.form {
    case .value where member.property.variable.isLet || member.isSetByStore: return ""
    case .value:
      return "  if self.\(name) != _$snapshot.\(name) { self.\(name) = _$snapshot.\(name) }"
    case .identified:
      return """
          try StrataContexts._SnapshotObjects.link(
            \(existing(member, of: "_$snapshot", in: "_$context", owner: "self")),
            to: self, \\\(self.name).\(name))
        """
    case .nested(let object):
      return """
          try StrataContexts._SnapshotObjects.apply(
            _$snapshot.\(name), to: self, \\\(self.name).\(name), \(member.literal),
            matches: { try $0._$matches($1) }, apply: { try $0._$apply($1, _$context) },
            make: { _$values in
              let _$object = \(object)(_$values: _$values)
              StrataContexts._SnapshotObjects.insert(_$object, into: _$context)
              try _$object._$apply(_$values, _$context)
              return _$object
            })
        """
    }
  }
}
