/// The subjects of samples (DeviceServices, section 16.3).
public enum SampleType: UInt16, Hashable, Sendable, CaseIterable {
    /// Data usage; its layout is not known.
    case dataUsage = 0
    /// A place.
    case location = 10
    /// The cellular network; declared and never produced, its layout is not known.
    case cellular = 18
    /// Battery and power supply.
    case power = 20
    /// Memory.
    case memory = 21
    /// The operating system.
    case system = 22
    /// A network adapter.
    case networkAdapter = 40
    /// Data usage by its other number.
    case alternateDataUsage = 80
    /// Something that happened in the app.
    case analytics = 112

    /// The name in JSON; both numbers of data usage have the same.
    public var name: String {
        switch self {
        case .dataUsage, .alternateDataUsage: "dataUsage"
        case .location: "gps"
        case .cellular: "cellular"
        case .power: "power"
        case .memory: "memory"
        case .system: "system"
        case .networkAdapter: "networkAdapter"
        case .analytics: "analytics"
        }
    }
}
