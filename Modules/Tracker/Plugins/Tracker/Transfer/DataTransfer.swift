import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// The tracker's data points as records of files.
struct DataTransfer: RecordTransfer {
  @MainActor func makeImport(_ request: ImportRequest) throws -> any RecordImport {
    try DataImport(request)
  }
}
