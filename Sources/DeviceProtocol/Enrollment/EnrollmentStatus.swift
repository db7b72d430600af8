/// A numbered state with a name for people.
public protocol NamedState: RawRepresentable<Int>, CaseIterable, Hashable, Codable, Sendable {
    /// The name for people, in English.
    var name: String { get }
}

extension NamedState {
    /// The state of that name, or nothing; case, blanks, hyphens and underscores do not matter.
    public init?(name: String) {
        let wanted = Self.folded(name)
        guard let match = Self.allCases.first(where: { Self.folded($0.name) == wanted }) else { return nil }
        self = match
    }

    /// A name in lower case without blanks, hyphens and underscores.
    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.filter { !$0.isBlank && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map(\.lowercasedASCII)
    }
}

/// Whether a device is enrolled, setting `enrollmentstatus` (DeviceServices, section 9).
public enum EnrollmentStatus: Int, NamedState {
    /// The console does not know the device; the client wipes its data.
    case deviceNotFound = 0
    /// Seen but not registered.
    case discovered = 1
    /// Registered, not yet enrolled.
    case registered = 2
    /// Being enrolled.
    case enrollmentInProgress = 3
    /// Enrolled.
    case enrolled = 4
    /// About to lose its enterprise data.
    case enterpriseWipePending = 5
    /// About to be erased.
    case deviceWipePending = 6
    /// Out of use.
    case retired = 7
    /// No longer enrolled; the client wipes its data.
    case unenrolled = 8
    /// Not known.
    case unknown = 9

    /// The name for people, in English.
    public var name: String {
        switch self {
        case .deviceNotFound: "Device not found"
        case .discovered: "Discovered"
        case .registered: "Registered"
        case .enrollmentInProgress: "Enrollment in progress"
        case .enrolled: "Enrolled"
        case .enterpriseWipePending: "Enterprise wipe pending"
        case .deviceWipePending: "Device wipe pending"
        case .retired: "Retired"
        case .unenrolled: "Unenrolled"
        case .unknown: "Unknown"
        }
    }

    /// Whether a client that gets it wipes its data and starts over.
    public var makesClientWipe: Bool {
        self == .deviceNotFound || self == .unenrolled
    }
}
