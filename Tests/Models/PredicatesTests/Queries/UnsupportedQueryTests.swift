import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph

@Suite("Predicates that a store can't evaluate")
struct UnsupportedQueryTests {
  private func reason(_ predicate: Predicate<Stock>) -> String {
    do {
      _ = try FetchDescriptor(predicate: predicate).query(in: nil)
      return "none"
    } catch PredicateTranslationError.unsupportedPredicate(let reason) {
      return reason
    } catch {
      return "another error: \(error)"
    }
  }

  @Test("A computed part of a value is named")
  func computedParts() {
    #expect(
      reason(#Predicate { $0.span.length > 1 })
        == "$0.span.<Int>: it is no part that StockSpan names in its columnParts")
    #expect(reason(#Predicate { $0.place.shout == "A" }).hasPrefix("$0.place.<String>: "))
    #expect(reason(#Predicate { $0.isOpen && $0.span.length > 1 }).hasPrefix("$0.span.<Int>: "))
  }

  @Test("A property that isn't persisted is named with its class")
  func transientProperties() {
    #expect(
      reason(#Predicate { $0.vendor?.isDeleted == true })
        == #"$0.<Bool>: \Vendor.<Bool> isn't stored; "#
        + "write the condition with persisted properties, or store the value in one")
  }

  @Test("An identifier that a class works out isn't taken for the object's own")
  func computedIdentifiers() {
    #expect(
      reason(#Predicate { $0.alias == $0.persistentModelID })
        == #"$0.<PersistentIdentifier>: \Stock.<PersistentIdentifier> isn't stored; "#
        + "write the condition with persisted properties, or store the value in one")
  }

  @Test("An end of a relationship, which has no order in SQL, is refused")
  func ends() {
    let reason = reason(#Predicate { $0.stickers.first.flatMap { $0.label == "a" } ?? false })
    #expect(reason.hasPrefix("$0.stickers.first: "))
  }

  @Test("No message shows a node's generic arguments")
  func readableWords() {
    let reasons = [
      reason(#Predicate { $0.place.shout.contains("a") && $0.step > 1 }),
      reason(#Predicate { $0.span.length > 1 || $0.isOpen }),
      reason(#Predicate { $0.stickers.first != nil }),
    ]
    for reason in reasons {
      #expect(!reason.contains("PredicateExpressions") && !reason.contains("KeyPath<"), "\(reason)")
    }
  }
}

extension Stock {
  fileprivate var alias: PersistentIdentifier { vendor?.persistentModelID ?? persistentModelID }
}
