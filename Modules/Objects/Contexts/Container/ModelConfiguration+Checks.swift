internal import Foundation

extension ModelConfiguration {
  /// Checks that configurations have distinct names and files.
  static func check(_ configurations: [ModelConfiguration]) throws(ConfigurationError) {
    var names: Set<String> = []
    var files: [String: ModelConfiguration] = [:]
    for configuration in configurations {
      try configuration.checkFileName()
      if let count = configuration.maximumReaders, count < 1 {
        throw .noReaders(configuration.name, maximumReaders: count)
      }
      guard names.insert(configuration.name).inserted else {
        throw .duplicateName(configuration.name)
      }
      guard
        let url = configuration.fileURL ?? configuration.serverURL.map({ _ in configuration.url })
      else { continue }
      let path =
        url.isFileURL ? url.resolvingSymlinksInPath().standardizedFileURL.path : url.absoluteString
      if let other = files.updateValue(configuration, forKey: path) {
        throw .duplicateFile(url, configurations: [other.name, configuration.name])
      }
    }
  }

  private func checkFileName() throws(ConfigurationError) {
    guard let fileURL else { return }
    if isNamedFile, name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\0" }) {
      throw .fileNameContainsInvalidCharacters(name)
    }
    // Files beside the store append to its name, such as `-lock`, and the longest one is the
    // journal of a migration's copy. File systems limit a name to 255 bytes.
    guard fileURL.lastPathComponent.utf8.count + "-strata-migration-journal".utf8.count <= 255
    else { throw .fileNameTooLong(name) }
  }
}
