import StrataArchives
import Testing

@Suite struct ArchiveErrors {
  @Test func sayWhereTheDamageIs() {
    let error = ArchiveError.corrupt(reason: "no trailer", offset: 12)
    #expect("\(error)" == "the archive is damaged at byte 12: no trailer")
  }
}
