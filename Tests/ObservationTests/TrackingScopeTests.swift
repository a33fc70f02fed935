import Observation
import StrataObservation
import Testing

@Suite struct TrackingScopeTests {
  @Test func isDetectableHere() { #expect(TrackingScope.isDetectable) }
}
