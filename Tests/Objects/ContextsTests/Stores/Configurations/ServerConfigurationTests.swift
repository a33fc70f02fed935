import Foundation
import StrataModelSupport
import Strata
import Testing

@Suite struct ServerConfigurations {
  @Test func haveNoPasswordInAnyDescription() throws {
    let url = try #require(URL(string: "postgresql://app:geheim@db.example/shop?schema=s7"))
    let configuration = ModelConfiguration(url: url)
    #expect(configuration.url.absoluteString == "postgresql://app@db.example/shop?schema=s7")
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains("geheim"))
    }
  }

  @Test func areToldByTheirAddress() throws {
    let url = try #require(URL(string: "postgresql://localhost:1/shop"))
    #expect {
      _ = try ModelContainer(
        for: Storehouse.models, configuration: ModelConfiguration(url: url))
    } throws: {
      "\($0)".contains("postgresql://localhost:1/shop")
    }
  }
}
