import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A version of a profile in a list (AdminAPI, "Versions").
struct ProfileVersionSummaryBody: Encodable, Sendable {
    let version: Int64
    let createdAt: Timestamp
    /// Whether it is the one in force.
    let isCurrent: Bool
    /// Types of its payloads, in order.
    let payloadTypes: [String]

    /// The body for a version.
    init(_ summary: ProfileVersionSummary, of record: ProfileRecord) {
        version = summary.version
        createdAt = summary.createdAt
        isCurrent = summary.version == record.version
        payloadTypes = summary.types
    }
}

/// A version of a profile.
struct ProfileVersionBody: Encodable, Sendable {
    /// Uuid of the profile.
    let profile: String
    let version: Int64
    let createdAt: Timestamp
    let isCurrent: Bool
    let payloads: [PropertyListJSON]

    /// The body for a version.
    init(_ record: ProfileRecord, _ version: ProfileVersionRecord, _ payloads: [ProfilePayload]) {
        profile = record.uuid
        self.version = version.version
        createdAt = version.createdAt
        isCurrent = version.version == record.version
        self.payloads = payloads.map(\.json)
    }
}

/// The differences between two versions.
struct ProfileDifferencesBody: Encodable, Sendable {
    /// One difference.
    struct Difference: Encodable, Sendable {
        let change: ProfileDifference.Change
        let payload: String
        let key: String?
        let before: PropertyListJSON?
        let after: PropertyListJSON?
    }

    let from: Int64
    let to: Int64
    let differences: [Difference]

    /// The body for differences.
    init(from: Int64, to: Int64, _ differences: [ProfileDifference]) {
        self.from = from
        self.to = to
        self.differences = differences.map {
            Difference(
                change: $0.change, payload: $0.payload, key: $0.key, before: $0.before.map(PropertyListJSON.init),
                after: $0.after.map(PropertyListJSON.init))
        }
    }
}
