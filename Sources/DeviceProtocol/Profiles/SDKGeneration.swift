/// A generation of the SDK, by the version of the guide that describes it (SDKProfile, section 6).
public enum SDKGeneration: String, CaseIterable, Comparable, Sendable {
    /// SDK for iOS (Swift) 18.5.2.
    case v18 = "18.5.2"
    /// SDK for iOS (Swift) 19.8.
    case v19 = "19.8"

    /// The least console version that the guide names, in four parts.
    public var consoleVersion: String {
        switch self {
        case .v18: "9.1.1.0"
        case .v19: "9.3.0.0"
        }
    }

    /// Whether one came before another.
    public static func < (left: Self, right: Self) -> Bool {
        left == .v18 && right == .v19
    }
}

extension PayloadSchema {
    /// The payload type without what is newer than a generation; nil for a type that is newer itself.
    public func offered(in generation: SDKGeneration?) -> PayloadSchema? {
        guard let generation else { return self }
        if let since, since > generation { return nil }
        return PayloadSchema(type, summary, keys.filter { ($0.since ?? generation) <= generation }, since: since)
    }
}
