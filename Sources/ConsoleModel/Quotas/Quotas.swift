package import ConsolePlatform
import GRDB

/// How much of everything there may be for each customer (Configuration, "Quotas").
package struct Quotas: Sendable {
    /// What has a quota.
    package enum Kind: String, CaseIterable, Sendable {
        case devices, users, groups, userGroups, tags, smartGroups, profiles, uploads, uploadBytes, blobBytes
        case apps, appGroups, administrators, apiKeys, oauthClients, eventNotifications, geofences
        case registeredDevices, complianceRules, termsOfUse, brandingImages
        /// What belongs to one device, user or document.
        case notes, attributes, tokens, termsVersions
        /// Versions of one SDK profile.
        case profileVersions
    }

    /// What is allowed of each kind, and the key that says so.
    private let limits: [Kind: (limit: Int, key: String)]

    /// Made of its parts.
    ///
    /// - Parameter limit: How much is allowed of a kind, and the name of the key that says so.
    package init(_ limit: (Kind) -> (limit: Int, key: String)) {
        limits = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, limit($0)) })
    }

    /// Refuses a unit of work that makes more than there may be, as its last step.
    ///
    /// Triggers note what has grown, so that this costs one look at an empty table where nothing has.
    ///
    /// - Throws: ``ConsoleError`` `conflict` naming the key; then nothing of the unit is kept.
    package func enforce(in transaction: Transaction) throws {
        let db = transaction.db
        let growth = try Row.fetchAll(db.cachedStatement(sql: "SELECT kind, owner FROM quotaGrowth"))
        guard !growth.isEmpty else { return }
        try db.execute(sql: "DELETE FROM quotaGrowth")
        var customers: Set<QuotaSubject> = []
        for row in growth {
            guard let kind = Kind(rawValue: row["kind"]), let (limit, key) = limits[kind] else { continue }
            let owner: Int64 = row["owner"]
            switch kind {
            case .profileVersions: try trimVersions(of: owner, to: limit, db)
            case .notes, .attributes, .tokens, .termsVersions: try check(kind, of: owner, limit, key, db)
            default:
                guard let customer = try OrganizationGroupStore.customer(of: owner, db),
                    customers.insert(QuotaSubject(kind: kind, customer: customer)).inserted
                else { continue }
                try check(kind, ofCustomer: customer, limit, key, db)
            }
        }
    }

    /// The amounts of the groups of a customer together.
    private func check(_ kind: Kind, ofCustomer customer: Int64, _ limit: Int, _ key: String, _ db: GRDB.Database)
        throws
    {
        let statement = try db.cachedStatement(
            sql: """
                SELECT coalesce(SUM(amount), 0) FROM organizationGroup
                JOIN quotaUse ON quotaUse.kind = ? AND quotaUse.owner = organizationGroup.id
                WHERE organizationGroup.customerId = ?
                """)
        let used = try Int.fetchOne(statement, arguments: [kind.rawValue, customer]) ?? 0
        guard used > limit else { return }
        let code = try OrganizationGroupStore.group(id: customer, db).code
        let unit = kind == .uploadBytes || kind == .blobBytes ? "\(limit) bytes" : "\(limit)"
        throw ConsoleError(
            .conflict,
            "The customer \(code) may have \(unit) of \(kind.words) (\(key)), and this would be more. "
                + "Delete what is not needed, or raise the quota.")
    }

    private func check(_ kind: Kind, of owner: Int64, _ limit: Int, _ key: String, _ db: GRDB.Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT amount FROM quotaUse WHERE kind = ? AND owner = ?")
        guard try Int.fetchOne(statement, arguments: [kind.rawValue, owner]) ?? 0 > limit else { return }
        throw ConsoleError(
            .conflict,
            "There may be \(limit) \(kind.words) (\(key)), and this would be more. Delete what is not needed, or raise "
                + "the quota.")
    }

    /// The oldest versions of a profile give way; the one in force is the latest.
    private func trimVersions(of profile: Int64, to limit: Int, _ db: GRDB.Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM sdkProfileVersion WHERE profileId = ?1 AND version <= (
                    SELECT version FROM sdkProfileVersion WHERE profileId = ?1 ORDER BY version DESC LIMIT 1 OFFSET ?2)
                """)
        try statement.execute(arguments: [profile, limit])
    }
}

/// A kind of a customer, checked once in a unit of work.
private struct QuotaSubject: Hashable {
    let kind: Quotas.Kind
    let customer: Int64
}

extension Quotas.Kind {
    /// What it is called in a refusal.
    var words: String {
        switch self {
        case .devices: "devices"
        case .users: "enrollment users"
        case .groups: "organization groups"
        case .userGroups: "user groups"
        case .tags: "tags"
        case .smartGroups: "smart groups"
        case .profiles: "profiles"
        case .uploads: "unfinished uploads"
        case .uploadBytes: "unfinished uploads"
        case .blobBytes: "uploaded files"
        case .apps: "apps"
        case .appGroups: "app groups"
        case .administrators: "administrators"
        case .apiKeys: "API keys"
        case .oauthClients: "OAuth clients"
        case .eventNotifications: "event notifications"
        case .geofences: "geofences"
        case .registeredDevices: "registered devices"
        case .complianceRules: "compliance rules"
        case .termsOfUse: "terms of use"
        case .brandingImages: "branding images"
        case .notes: "notes of a device"
        case .attributes: "custom attributes of a device"
        case .tokens: "enrollment tokens of a user"
        case .termsVersions: "versions of terms of use"
        case .profileVersions: "versions of an SDK profile"
        }
    }
}
