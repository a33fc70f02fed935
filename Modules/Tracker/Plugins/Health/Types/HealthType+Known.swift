import StrataDomain

extension HealthType {
  /// The type of systolic blood pressure, the first value of a pair.
  static let systolic = "HKQuantityTypeIdentifierBloodPressureSystolic"
  /// The type of diastolic blood pressure, the second value of a pair.
  static let diastolic = "HKQuantityTypeIdentifierBloodPressureDiastolic"
  /// The type of the pairs.
  static let bloodPressure = HealthType(
    identifier: "HKCorrelationTypeIdentifierBloodPressure", itemName: "Blood pressure",
    kind: .dualValues)

  /// The types that are imported by default.
  ///
  /// The names are from HealthKit's documentation, "HKQuantityTypeIdentifier" and
  /// "HKCategoryTypeIdentifier".
  static let known: [String: HealthType] = {
    var result: [String: HealthType] = [:]
    func add(_ prefix: String, _ kind: ItemDataContent.Kind, _ names: [(String, String)]) {
      for (short, name) in names {
        let identifier = prefix + short
        result[identifier] = HealthType(identifier: identifier, itemName: name, kind: kind)
      }
    }
    add("HKQuantityTypeIdentifier", .singleValue, moments)
    add("HKQuantityTypeIdentifier", .valueWithInterval, sums)
    add("HKCategoryTypeIdentifier", .optionWithInterval, choices)
    add("HKCategoryTypeIdentifier", .interval, spans)
    return result
  }()

  private static let moments = [
    ("BodyMass", "Weight"), ("BodyMassIndex", "BMI"), ("BodyFatPercentage", "Body fat"),
    ("LeanBodyMass", "Lean mass"), ("Height", "Height"), ("WaistCircumference", "Waist"),
    ("HeartRate", "Heart rate"), ("RestingHeartRate", "Resting heart rate"),
    ("WalkingHeartRateAverage", "Walking heart rate"),
    ("HeartRateVariabilitySDNN", "Heart variability"), ("VO2Max", "VO2 max"),
    ("OxygenSaturation", "Oxygen saturation"), ("RespiratoryRate", "Respiratory rate"),
    ("BodyTemperature", "Body temperature"), ("BasalBodyTemperature", "Basal temperature"),
    ("BloodGlucose", "Blood glucose"), ("WalkingSpeed", "Walking speed"),
    ("WalkingStepLength", "Step length"),
  ]

  private static let sums = [
    ("StepCount", "Steps"), ("DistanceWalkingRunning", "Walking distance"),
    ("DistanceCycling", "Cycling distance"), ("DistanceSwimming", "Swimming distance"),
    ("FlightsClimbed", "Flights climbed"), ("ActiveEnergyBurned", "Active energy"),
    ("BasalEnergyBurned", "Resting energy"), ("AppleExerciseTime", "Exercise time"),
    ("AppleStandTime", "Stand time"), ("TimeInDaylight", "Daylight"),
    ("DietaryWater", "Water"), ("DietaryCaffeine", "Caffeine"),
    ("DietaryEnergyConsumed", "Food energy"), ("DietaryCarbohydrates", "Carbohydrates"),
    ("DietaryProtein", "Protein"), ("DietaryFatTotal", "Fat in food"),
    ("EnvironmentalAudioExposure", "Noise"), ("HeadphoneAudioExposure", "Headphone level"),
  ]

  private static let choices = [
    ("SleepAnalysis", "Sleep"), ("AppleStandHour", "Stand hours"),
    ("MenstrualFlow", "Menstrual flow"),
  ]

  private static let spans = [
    ("MindfulSession", "Mindfulness"), ("HandwashingEvent", "Handwashing"),
    ("ToothbrushingEvent", "Toothbrushing"),
  ]

  /// Names of activities whose own names are too long for an item.
  static let activities = [
    "TraditionalStrengthTraining": "Strength training",
    "FunctionalStrengthTraining": "Functional training",
    "HighIntensityIntervalTraining": "Interval training", "MixedCardio": "Cardio",
    "PreparationAndRecovery": "Recovery", "CrossCountrySkiing": "Cross-country ski",
    "MindAndBody": "Mind and body", "Walking": "Walk", "Running": "Run", "Cycling": "Ride",
    "Swimming": "Swim",
  ]
}
