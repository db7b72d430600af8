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
        case notes, attributes, tokens, termsVersions, installations, credentials, accessTokens, escrowedKeys
        /// Versions of one SDK profile.
        case profileVersions
    }

    /// What is allowed of each kind, and the key that says so.
    private let limits: [Kind: (limit: Int, key: String)]
    /// Where refusals are told.
    private let log: LimitLog

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - log: Where it says that something was refused.
    ///   - limit: How much is allowed of a kind, and the name of the key that says so.
    package init(log: LimitLog, _ limit: (Kind) -> (limit: Int, key: String)) {
        self.log = log
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
            case .notes, .attributes, .termsVersions, .tokens, .installations, .credentials, .accessTokens,
                .escrowedKeys:
                try trim(kind, of: owner, to: limit, db)
                try check(kind, of: owner, limit, key, db)
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
        log.note("A quota is reached: what would be more is refused (\(key))", "lastCustomer", code)
        let unit = kind == .uploadBytes || kind == .blobBytes ? "\(limit) bytes" : "\(limit)"
        throw ConsoleError(
            .conflict,
            "The customer \(code) may have \(unit) of \(kind.words) (\(key)), and this would be more. "
                + "Delete what is not needed, or raise the quota.")
    }

    private func check(_ kind: Kind, of owner: Int64, _ limit: Int, _ key: String, _ db: GRDB.Database) throws {
        guard try use(kind, of: owner, db) > limit else { return }
        log.note("A quota is reached: what would be more is refused (\(key))", "lastOwner", "\(owner)")
        throw ConsoleError(
            .conflict,
            "There may be \(limit) \(kind.words) (\(key)), and this would be more. Delete what is not needed, or raise "
                + "the quota.")
    }

    /// How much there is of one owner.
    private func use(_ kind: Kind, of owner: Int64, _ db: GRDB.Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT amount FROM quotaUse WHERE kind = ? AND owner = ?")
        return try Int.fetchOne(statement, arguments: [kind.rawValue, owner]) ?? 0
    }

    /// Those that sign-ins have made give way to new ones, so that nobody signs in so often that they cannot any more.
    ///
    /// Some more go at a time, so that who has many seldom loses any.
    private func trim(_ kind: Kind, of owner: Int64, to limit: Int, _ db: GRDB.Database) throws {
        guard let (table, first) = kind.givingWay else { return }
        let used = try use(kind, of: owner, db)
        guard used > limit else { return }
        let statement = try db.cachedStatement(
            sql: "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE \(first) LIMIT ?2)")
        try statement.execute(arguments: [owner, used - limit + limit / 16])
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
        case .installations: "apps of a device"
        case .credentials: "credentials of a device"
        case .accessTokens: "bearer tokens of a device"
        case .escrowedKeys: "keys in escrow of a device"
        case .profileVersions: "versions of an SDK profile"
        }
    }

    /// What gives way to new ones: a table, and which rows of an owner go first; nil if further ones are refused.
    fileprivate var givingWay: (table: String, first: String)? {
        switch self {
        case .tokens:
            // Those of administrators stay, and the one that has just come.
            (
                "enrollmentToken",
                """
                userId = ?1 AND kind <> 'enrollment' AND id <> (SELECT MAX(id) FROM enrollmentToken WHERE userId = ?1)
                ORDER BY usedAt IS NULL, id
                """
            )
        case .credentials: ("credential", "deviceId = ?1 ORDER BY revokedAt IS NULL, id")
        case .accessTokens: ("accessToken", "deviceId = ?1 ORDER BY revokedAt IS NULL, id")
        default: nil
        }
    }
}
