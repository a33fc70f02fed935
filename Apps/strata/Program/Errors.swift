import StrataApplication
public import StrataCoreDataStores
public import StrataDescriptions
public import StrataManagedObjects
import StrataSQLite
public import StrataShell

extension CoreDataStoreError: ShellErrorConvertible {
  /// The error in the shell's form.
  public var shellError: ShellError {
    switch self {
    case .destinationExists, .cannotSave: ShellError(description)
    case .wouldLeaveHistory:
      ShellError(
        description, hint: "--history append, or --history leave", kind: .storeUnavailable)
    case .wouldLeaveCloudKit:
      ShellError(description, hint: "--leave-cloudkit", kind: .storeUnavailable)
    case .noModel, .unreadableModel:
      ShellError(
        description, hint: "--model PATH, an .xcdatamodeld of the version that the store is of",
        kind: .storeUnavailable)
    case .notAStore, .mismatch, .notWritable: ShellError(description, kind: .storeUnavailable)
    }
  }
}

extension CoreDataStoreError {
  /// True if the model is missing, without which the store can only be outlined.
  var lacksModel: Bool {
    switch self {
    case .noModel, .unreadableModel: true
    default: false
    }
  }
}

extension ModelConversionError: ShellErrorConvertible {
  /// The error in the shell's form.
  public var shellError: ShellError { ShellError(description, kind: .storeUnavailable) }
}

extension ManagedObjectError: ShellErrorConvertible {
  /// The error in the shell's form.
  public var shellError: ShellError { ShellError(description) }
}

extension ModelMigrationError: ShellErrorConvertible {
  /// The error in the shell's form, with what to do instead.
  package var shellError: ShellError {
    let hint =
      switch self {
      case .notOfStrata:
        "the program migrates it with Core Data; strata import writes it into a store of Strata"
      case .ofClasses:
        "its program migrates it when it opens it; store plan --model SOURCES lists the steps"
      case .onlyImported:
        "its program migrates it when it opens it; give a store that a program of managed objects has opened"
      }
    return ShellError(description, hint: hint)
  }
}

extension ShellError {
  /// Makes the error of a store that can't be read.
  init(unreadable error: StorageError) {
    self.init(error)
    kind = .storeUnavailable
    // The hints are about `--store`, but here stores are named by their paths.
    switch error {
    case .notADatabase, .notAStore, .readOnly: hint = nil
    case .busy: hint = "another program has it open; close that first"
    default: break
    }
  }
}
