import Foundation
package import Strata
import StrataSQLite
package import StrataTestSupport

/// A store on a private server whose rows belong to tenants, by policies of row-level security.
package struct PolicedStore {
  package let server: PrivateServer
  private let schema = "security_\(UInt32.random(in: .min ... .max))"
  /// The user for whom the policies hold. The user `strata` owns the tables.
  package let user = "service_\(UInt32.random(in: .min ... .max))"
  private let models: [any PersistentModel.Type]
  private let saves: String

  /// Makes the store.
  ///
  /// - Parameters:
  ///   - tenant: The property that says whose a row is.
  ///   - saves: How saves share the store.
  package init(
    for models: [any PersistentModel.Type], tenant: String = "tenant", saves: String = "serial"
  ) throws {
    (self.models, self.saves) = (models, saves)
    server = try TestServer.ownServer
    _ = try ownersContainer()
    let policies = models.map {
      """
      ALTER TABLE "\($0._$entity.name)" ENABLE ROW LEVEL SECURITY;
      CREATE POLICY tenants ON "\($0._$entity.name)" USING ("\(tenant)" = current_setting('app.tenant', true));
      """
    }
    try Connection.toTables(of: url("strata")).execute(
      """
      CREATE ROLE "\(user)" LOGIN;
      GRANT USAGE ON SCHEMA "\(schema)" TO "\(user)";
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "\(schema)" TO "\(user)";
      """ + policies.joined())
  }

  private func url(_ user: String) -> URL { url(at: server.url(user: user), []) }

  private func url(at address: URL, _ items: [URLQueryItem]) -> URL {
    address.appending(
      queryItems: [
        URLQueryItem(name: "schema", value: schema), URLQueryItem(name: "saves", value: saves),
      ] + items)
  }

  private func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: models, configuration: ModelConfiguration(url: url))
  }

  /// Opens the store as its owner, who sees all rows.
  package func ownersContainer() throws -> ModelContainer { try container(url("strata")) }

  /// Opens the store as the user for whom the policies hold.
  package func container() throws -> ModelContainer { try container(url(user)) }

  /// Opens the store through a pooler, which connects as the owner.
  package func container(behind pooler: TestPooler) throws -> ModelContainer {
    try container(url(at: pooler.url, [URLQueryItem(name: "pooler", value: "transaction")]))
  }
}
