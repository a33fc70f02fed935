import StrataCoreDataStores
import Testing

@Suite struct CoreDataStoreErrors {
  @Test func sayWhatToGive() {
    let error = CoreDataStoreError.noModel(path: "a.sqlite")
    #expect("\(error)".contains("give its .xcdatamodel"))
  }
}
