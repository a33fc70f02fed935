import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// The service that imports the records of files as data points.
struct DataTransfer: RecordTransfer {
  @MainActor func makeImport(_ request: ImportRequest) throws -> any RecordImport {
    try DataImport(request)
  }
}
