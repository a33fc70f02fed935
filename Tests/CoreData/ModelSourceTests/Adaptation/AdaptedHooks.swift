import CoreData

extension Branch {
  func grow() {}
}
