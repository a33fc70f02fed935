import StrataCompilerMessages
import StrataSwiftParser

/// Warnings for the groups of `#Unique` and `#Index` that a class declares twice.
struct RepeatedConstraints {
  private let model: ModelClass

  init(_ model: ModelClass) { self.model = model }

  /// A warning for each group whose properties an earlier group of the same kind lists already.
  var warnings: [Diagnostic] {
    var known: Set<String> = []
    var warnings: [Diagnostic] = []
    // A second `#Search` is an error of its own.
    for constraint in model.constraints where constraint.kind != "Search" {
      for argument in constraint.expansion.arguments where argument.label == nil {
        let group = group(argument.value.text, isOrdered: constraint.kind == "Index")
        // Groups in different clauses of an `#if` may never meet.
        let isNew = known.insert("\(constraint.kind) \(constraint.condition ?? "") \(group)")
          .inserted
        let isRepeated =
          !isNew || (constraint.condition != nil && known.contains("\(constraint.kind)  \(group)"))
        guard isRepeated else { continue }
        warnings.append(
          Diagnostic(
            "'#\(constraint.kind)' lists these properties already; leave this group out",
            severity: .warning, at: model.node.position(at: argument.value.offset)))
      }
    }
    return warnings
  }

  /// A group's text in one form: without white space and the class's name. The order of the properties
  /// matters in an index only.
  private func group(_ text: String, isOrdered: Bool) -> String {
    let plain = text.filter { !$0.isWhitespace }
      .split(separator: "\\", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        index > 0 && part.hasPrefix(model.type.name.text + ".")
          ? String(part.dropFirst(model.type.name.text.count)) : String(part)
      }.joined(separator: "\\")
    guard !isOrdered, plain.hasPrefix("["), plain.hasSuffix("]") else { return plain }
    return plain.dropFirst().dropLast().split(separator: ",").sorted().joined(separator: ",")
  }
}
