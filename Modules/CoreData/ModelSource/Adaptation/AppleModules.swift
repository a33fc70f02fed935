/// The modules that only Apple's platforms have.
enum AppleModules {
  static func contains(_ module: String) -> Bool { names.contains(module) }

  // https://developer.apple.com/documentation/technologies
  private static let names: Set<String> = [
    "ARKit", "AVFAudio", "AVFoundation", "AVKit", "Accelerate", "Accessibility", "Accounts",
    "ActivityKit", "AdServices", "AdSupport", "AddressBook", "AppIntents", "AppKit",
    "AppTrackingTransparency", "AudioToolbox", "AuthenticationServices", "BackgroundTasks",
    "CFNetwork", "CallKit", "CarPlay", "Charts", "ClockKit", "CloudKit", "Cocoa", "Combine",
    "CommonCrypto", "Contacts", "ContactsUI", "CoreAudio", "CoreBluetooth", "CoreFoundation",
    "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation", "CoreLocationUI", "CoreMIDI",
    "CoreML", "CoreMedia", "CoreMotion", "CoreNFC", "CoreServices", "CoreSpotlight",
    "CoreTelephony", "CoreText", "CoreVideo", "CoreWLAN", "CreateML", "CryptoKit",
    "CryptoTokenKit", "Darwin", "DeviceActivity", "DeviceCheck", "DeveloperToolsSupport",
    "EventKit", "EventKitUI", "ExposureNotification", "ExternalAccessory", "FamilyControls",
    "FileProvider", "FinderSync", "FoundationModels", "GameController", "GameKit", "GameplayKit",
    "HealthKit", "HealthKitUI", "HomeKit", "IOKit", "IOSurface", "IdentityLookup", "ImageIO",
    "InputMethodKit", "Intents", "IntentsUI", "JavaScriptCore", "LinkPresentation",
    "LocalAuthentication", "MachO", "ManagedSettings", "MapKit", "MediaAccessibility",
    "MediaPlayer", "MessageUI", "Messages", "Metal", "MetalKit", "MetricKit", "MobileCoreServices",
    "ModelIO", "MultipeerConnectivity", "MusicKit", "NaturalLanguage", "NearbyInteraction",
    "Network", "NetworkExtension", "NotificationCenter", "OSLog", "ObjectiveC", "OpenDirectory",
    "PDFKit", "PassKit", "PencilKit", "PhotosUI", "Photos", "PushKit", "Quartz", "QuartzCore",
    "QuickLook", "QuickLookThumbnailing", "RealityKit", "ReplayKit", "SafariServices", "SceneKit",
    "ScreenTime", "Security", "SecurityInterface", "ServiceManagement", "ShazamKit", "Social",
    "SoundAnalysis", "Speech", "SpriteKit", "StoreKit", "SwiftUI", "SwiftUICore",
    "SystemConfiguration", "TVMLKit", "TVServices", "TVUIKit", "TipKit", "Translation", "UIKit",
    "UniformTypeIdentifiers", "UserNotifications", "UserNotificationsUI", "VideoToolbox", "Vision",
    "VisionKit", "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit", "WorkoutKit", "os",
    "simd",
  ]
}
