import Foundation
import Strata
import StrataCoreDataStores
import StrataSQLite
import StrataTestSupport
import Testing

/// Histories that aren't as they should be.
@Suite struct ImportedHistories {
  private func library(_ changes: String) throws -> LibraryStore {
    try LibraryStore(CoreDataImports.history + changes)
  }

  private func imported(_ changes: String) throws -> CoreDataImport {
    let library = try library(changes)
    return try library.open().importAll(to: library.folder.file("imported.store"))
  }

  @Test(arguments: [
    (
      "UPDATE ATRANSACTION SET ZTIMESTAMP = NULL WHERE Z_PK = 9", 1,
      "ATRANSACTION/p9: it has no time; it and its 2 changes are left out"
    ),
    (
      "UPDATE ACHANGE SET ZENTITY = 8 WHERE Z_PK = 3", 2,
      "ACHANGE/p3: the number 8 is the number of no entity of the model; "
        + "the change is left out of its transaction"
    ),
    (
      "UPDATE ACHANGE SET ZENTITYPK = 'x' WHERE Z_PK = 3", 2,
      "ACHANGE/p3: the text “x” is the key of no object; the change is left out of its transaction"
    ),
    (
      "UPDATE ACHANGE SET ZCHANGETYPE = 5 WHERE Z_PK = 3", 2,
      "ACHANGE/p3: the number 5 is no kind of change that is known; "
        + "the change is left out of its transaction"
    ),
    (
      "DELETE FROM ATRANSACTION WHERE Z_PK = 4", 1,
      "ACHANGE/p1: it and 1 further changes are of transactions that aren't there, and are left out"
    ),
    (
      "INSERT INTO ACHANGE VALUES (5, 16001, NULL, 0, 3, 9, NULL, NULL), (6, 16001, NULL, 0, 3, 9, 'x', NULL), "
        + "(7, 16001, NULL, 0, 3, 9, 6, NULL), (8, 16001, NULL, 0, 3, 9, 10, NULL)", 2,
      "ACHANGE/p5: it and 3 further changes are of transactions that aren't there, and are left out"
    ),
  ])
  func areWrittenWithoutWhatMakesNoSense(change: String, count: Int, problem: String) throws {
    let report = try imported(change)
    #expect(report.problems.map(\.description) == [problem])
    #expect(report.transactionCount == count)
    #expect(report.objectCounts["Chapter"] == 3)
    let library = try library(change)
    #expect(throws: CoreDataStoreError.self) { try library.open().transactions() }
  }

  @Test(arguments: [
    (
      "ALTER TABLE ATRANSACTION DROP COLUMN ZTIMESTAMP",
      "its table ATRANSACTION has no column ZTIMESTAMP"
    ),
    ("DROP TABLE ATRANSACTION", "it has no table ATRANSACTION"),
    ("DROP TABLE ACHANGE", "it has no table ACHANGE"),
  ])
  func withoutTheirTablesDontHoldTheRestUp(change: String, reason: String) throws {
    let report = try imported(change)
    #expect(report.problems.map(\.reason) == ["\(reason), so that its history can't be read"])
    #expect(report.objectCounts["Chapter"] == 3 && report.transactionCount == 0)
  }

  @Test func tellOfTransactionsWithoutChanges() throws {
    let report = try imported(
      "INSERT INTO ATRANSACTION (Z_PK, ZTIMESTAMP) VALUES (5, 700000050), (10, 700000200)")
    #expect(report.transactionCount == 2 && report.problemCount == 0)
    #expect(
      report.notes == [
        "2 of the 4 transactions of its history have no changes any more and are left out"
      ])
  }

  @Test func tellOfWhatTheyKeepOfDeletedObjects() throws {
    let report = try imported(
      "ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE0; UPDATE ACHANGE SET ZTOMBSTONE0 = 'x' WHERE Z_PK = 4"
    )
    #expect(
      report.notes == [
        "its history keeps values of deleted objects in 1 row of ACHANGE, which are left out"
      ])
  }

  @Test(arguments: [
    ("UPDATE ATRANSACTION SET ZAUTHORTS = 99 WHERE Z_PK = 4", "1 row"),
    ("UPDATE ATRANSACTIONSTRING SET ZNAME = x'01'", "2 rows"),
    ("UPDATE ATRANSACTIONSTRING SET ZNAME = NULL WHERE Z_PK = 3", "1 row"),
  ])
  func tellOfNamesThatArentThere(change: String, count: String) throws {
    let report = try imported(change)
    #expect(report.problemCount == 0)
    #expect(
      report.notes == [
        "its history lacks names of authors, contexts or programs for \(count) of ATRANSACTION"
      ])
  }

  // For each transaction by itself it would be four billion rows.
  @Test(.timeLimit(.scaledMinutes(5))) func areReadInOnePass() throws {
    let library = try library(
      """
      WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < 65635)
      INSERT INTO ATRANSACTION (Z_PK, ZTIMESTAMP) SELECT i, 700000000 + i FROM n;
      INSERT INTO ACHANGE (Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
        SELECT Z_PK, 1, 3, 1, Z_PK FROM ATRANSACTION WHERE Z_PK >= 100;
      """)
    #expect(try library.open().transactions().count == 65538)
  }
}
