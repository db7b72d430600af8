import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// An SDK profile as `/_mock` shows it (AdminAPI, "SDK profiles").
struct ProfileBody: Encodable, Sendable {
    /// Its users.
    struct Usage: Encodable, Sendable {
        let applicationCount: Int
        /// The first of them.
        let applications: [ProfileUsage.Application]
        /// Codes of groups that make it their default.
        let defaultOf: [String]
    }

    let id: Int64?
    let uuid: String
    let name: String
    let description: String
    /// Code of its group.
    let group: String
    let version: Int64
    let inherits: Bool
    /// Whether the administrator may not change it, and so sees no secrets.
    let isReadOnly: Bool
    let createdAt: Timestamp
    let updatedAt: Timestamp
    let payloads: [PropertyListJSON]
    let usedBy: Usage
    /// Remarks, each a sentence.
    let warnings: [String]

    /// The body for a profile.
    init(_ details: ProfileEntry) {
        let record = details.record
        id = record.id
        uuid = record.uuid
        name = record.name
        description = record.description
        group = details.group.code
        version = record.version
        inherits = record.inherits
        isReadOnly = !details.mayChange
        createdAt = record.createdAt
        updatedAt = record.updatedAt
        payloads = details.payloads.map(\.json)
        usedBy = Usage(
            applicationCount: details.usage.applicationCount, applications: details.usage.applications,
            defaultOf: details.usage.groups)
        warnings = details.warnings
    }
}

extension ProfilePayload {
    /// An object of `PayloadType` and settings.
    var json: PropertyListJSON {
        PropertyListJSON(.dictionary(settings.merging(["PayloadType": .string(type)]) { $1 }))
    }
}

/// An SDK profile in a list.
struct ProfileSummaryBody: Encodable, Sendable {
    let id: Int64?
    let uuid: String
    let name: String
    let description: String
    let group: String
    let version: Int64
    let inherits: Bool
    let isReadOnly: Bool
    let createdAt: Timestamp
    let updatedAt: Timestamp
    /// How many apps have it as their own.
    let applicationCount: Int
    /// How many groups make it their default.
    let defaultOfCount: Int

    /// The body for a profile.
    init(_ summary: ProfileSummary) {
        let record = summary.record
        id = record.id
        uuid = record.uuid
        name = record.name
        description = record.description
        group = summary.group
        version = record.version
        inherits = record.inherits
        isReadOnly = !summary.mayChange
        createdAt = record.createdAt
        updatedAt = record.updatedAt
        applicationCount = summary.applicationCount
        defaultOfCount = summary.groupCount
    }
}

/// The result of a dry run (AdminAPI, "Validation").
struct ProfileReviewBody: Encodable, Sendable {
    /// Something that is not allowed.
    struct Finding: Encodable, Sendable {
        let position: Int
        let payload: String
        let key: String?
        let value: String
        let allowed: String
        let message: String
    }

    let isValid: Bool
    let findings: [Finding]
    let warnings: [String]
    /// The payloads as they would be kept.
    let payloads: [PropertyListJSON]

    /// The body for a review.
    init(_ review: ProfileReview) {
        isValid = review.findings.isEmpty
        findings = review.findings.map {
            Finding(
                position: $0.position, payload: $0.payload, key: $0.key, value: $0.value, allowed: $0.allowed,
                message: $0.message)
        }
        warnings = review.warnings
        payloads = review.payloads.map(\.json)
    }
}
