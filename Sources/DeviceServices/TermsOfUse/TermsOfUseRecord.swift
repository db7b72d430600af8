import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Terms of use of an organization group, for all apps or for some.
struct TermsOfUseRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "termsOfUse"

    var id: Int64?
    var uuid: String
    var groupId: Int64
    /// ``TermsOfUseScope/key``.
    var scope: String
    /// JSON of the bundle identifiers as they were given.
    var applications: String
    var createdAt: Timestamp
    /// Since when they are not in force; nil while they are.
    var retiredAt: Timestamp?

    /// The bundle identifiers as they were given.
    func bundles() throws -> [String] {
        try JSONDecoder().decode([String].self, from: Data(applications.utf8))
    }

    /// The JSON of a scope's bundle identifiers.
    static func json(_ scope: TermsOfUseScope) throws -> String {
        String(decoding: try JSONEncoder().encode(scope.applications.map(\.value)), as: UTF8.self)
    }
}

/// One version of terms of use; its id is the `EulaContentId` on the wire.
struct TermsOfUseVersionRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "termsOfUseVersion"

    var id: Int64?
    var termsId: Int64
    /// From 1.
    var version: Int64
    /// HTML.
    var content: String
    var createdAt: Timestamp
}

/// The decision of a user about a version.
struct TermsOfUseDecisionRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "termsOfUseDecision"

    var id: Int64?
    var decidedAt: Timestamp
    var groupId: Int64?
    var deviceId: Int64?
    var installationId: Int64?
    var userId: Int64?
    /// The version; nil once its group is deleted.
    var contentId: Int64?
    var isAccepted: Bool
}
