/// A payload type of SDK profiles with its settings (SDKProfile, section 3).
public struct PayloadSchema: Hashable, Sendable {
    /// `PayloadType`, exact and case-sensitive.
    public let type: String
    /// The effect of the payload, as a sentence.
    public let summary: String
    /// The settings in the order of the specification.
    public let keys: [PayloadKey]
    /// The first generation whose guide has it; nil for a type that all generations have.
    public let since: SDKGeneration?

    /// Describes a payload type.
    init(_ type: String, _ summary: String, _ keys: [PayloadKey], since: SDKGeneration? = nil) {
        self.type = type
        self.summary = summary
        self.keys = keys
        self.since = since
    }

    /// Every payload type that clients or the console read, in the order of the specification.
    public static let all: [PayloadSchema] = [
        passcode, certificateSettings, credentials, appTunnel, dataLossPrevention, branding, logging, analytics,
        networkAccess, offlineAccess, compromised, geofencing, customSettings, contentFiltering, websiteFiltering,
        integrationServices, appCompliance,
    ]

    /// The payload type of that exact name, or nothing if clients treat it as an app payload.
    public static func named(_ type: String) -> PayloadSchema? {
        all.first { $0.type == type }
    }

    /// The setting of that exact name, or nothing.
    public func key(_ name: String) -> PayloadKey? {
        keys.first { $0.name == name }
    }
}

/// A setting of a payload.
public struct PayloadKey: Hashable, Sendable {
    /// The name on the wire, exact and case-sensitive.
    public let name: String
    /// Its accepted values.
    public let kind: PayloadValueKind
    /// Its meaning, with unit and the default of clients.
    public let summary: String
    /// The default of clients for the setting; nil for none, or a built-in value.
    public let defaultValue: PropertyListValue?
    /// Whether the value is shown only to administrators who may change the profile.
    public let isSecret: Bool
    /// Its label in a console, from the product guides; nil if they do not name it.
    public let label: String?
    /// The first generation whose guide has it; nil for a setting that all generations have.
    public let since: SDKGeneration?

    /// Describes a setting; its default is the usual one of its kind unless said otherwise.
    init(
        _ name: String, _ kind: PayloadValueKind, _ summary: String, default special: PropertyListValue? = nil,
        isSecret: Bool = false, label: String? = nil, since: SDKGeneration? = nil
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.label = label
        self.since = since
        defaultValue = special ?? kind.usualDefault
        self.isSecret = isSecret
    }
}

/// One of the values of an enumerated setting.
public struct PayloadChoice: Hashable, Sendable {
    /// The number on the wire.
    public let value: Int64
    /// The name an administrator may write instead.
    public let name: String
    /// Other words for the same.
    public let synonyms: [String]

    /// Pairs a number and a name.
    init(_ value: Int64, _ name: String, synonyms: [String] = []) {
        self.value = value
        self.name = name
        self.synonyms = synonyms
    }

    /// The names that may be written, the usual one first.
    public var names: [String] { [name] + synonyms }
}
