/// A number on the wire of which some values have names.
public protocol NamedNumber: RawRepresentable, Hashable, Sendable where RawValue == UInt16 {
    /// Names of the values, from 0.
    static var names: [String] { get }
    /// Takes any number.
    init(rawValue: UInt16)
}

extension NamedNumber {
    /// The name, or the number if it has none.
    public var name: String {
        Self.names.indices.contains(Int(rawValue)) ? Self.names[Int(rawValue)] : String(rawValue)
    }

    /// Takes a name, or nothing if there is no such value.
    public init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: UInt16(truncatingIfNeeded: index))
    }
}

/// The kinds of events in an app (DeviceServices, section 16.3); numbers without a name are kept.
public struct AnalyticsEventType: NamedNumber, Codable {
    /// Names in JSON.
    public static let names = ["custom", "sessionStarted", "sessionEnded", "viewDidAppear", "viewDidDisappear"]
    /// An event of the app.
    public static let custom = Self(rawValue: 0)
    /// A session began.
    public static let sessionStarted = Self(rawValue: 1)
    /// A session ended.
    public static let sessionEnded = Self(rawValue: 2)
    /// A screen was shown.
    public static let viewDidAppear = Self(rawValue: 3)
    /// A screen was left.
    public static let viewDidDisappear = Self(rawValue: 4)

    /// The number on the wire.
    public let rawValue: UInt16

    /// Takes a number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}

/// How the value of an event is to be read (DeviceServices, section 16.3); numbers without a name are kept.
public struct AnalyticsValueType: NamedNumber, Codable {
    /// Names in JSON.
    public static let names = ["none", "integer", "long", "string"]
    /// There is no value.
    public static let none = Self(rawValue: 0)
    /// A whole number.
    public static let integer = Self(rawValue: 1)
    /// A large whole number.
    public static let long = Self(rawValue: 2)
    /// A text.
    public static let string = Self(rawValue: 3)

    /// The number on the wire.
    public let rawValue: UInt16

    /// Takes a number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
}

extension JSONObjectReader {
    /// The named value of a member, or a default if it is absent.
    func choice<Value: NamedNumber>(_ name: String, default fallback: Value) throws(MessageError) -> Value {
        guard let text = try text(name) else { return fallback }
        guard let value = Value(name: text) else {
            throw wrong(name, "must be one of \(Value.names.joined(separator: ", "))")
        }
        return value
    }
}
