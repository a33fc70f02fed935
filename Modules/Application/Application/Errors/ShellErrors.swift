public import Strata
public import StrataShell

extension StackError: @retroactive ShellErrorConvertible {
  /// The error in the shell's form.
  public var shellError: ShellError { ShellError(description) }
}

extension StorageError: @retroactive ShellErrorConvertible {
  /// The error in the shell's form, with a hint on what to do.
  public var shellError: ShellError {
    if case .interrupted = self { return .interrupted }
    let hint: String? =
      switch self {
      case .readOnly: "give another store with --store, or make this one writable"
      case .busy: "another program is writing; try again"
      case .diskFull: "make room and try again; nothing was half-written"
      case .corrupt: "put a backup in its place; sqlite3's .recover saves what can be read"
      case .notADatabase, .notAStore: "give another path with --store"
      default: nil
      }
    return ShellError(description, hint: hint)
  }
}

extension SchemaError: @retroactive ShellErrorConvertible {
  /// The error in the shell's form.
  public var shellError: ShellError { ShellError(description) }
}
