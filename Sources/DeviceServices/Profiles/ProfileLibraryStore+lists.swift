import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension ProfileLibraryStore {
    /// Profiles of an administrator's groups and of those above them, in the order in which they were made.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group.
    func profiles(
        _ filter: ProfileFilter, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<ProfileSummary> {
        try await database.read { db in
            let (condition, arguments) = try Self.condition(filter, in: administrator.subtree, db)
            let source =
                "FROM sdkProfile JOIN organizationGroup home ON home.id = sdkProfile.groupId WHERE \(condition)"
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT sdkProfile.*, home.code, home.path, \(Self.counts) \(source) ORDER BY sdkProfile.id LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            let items = try rows.map { row in
                ProfileSummary(
                    record: try ProfileRecord(row: row), group: row["code"],
                    mayChange: administrator.mayChangeProfiles(in: row["path"]),
                    applicationCount: row["applicationCount"], groupCount: row["groupCount"])
            }
            return Page(items: items, request: page, total: total)
        }
    }

    /// The users of a profile in the subtree.
    private static let counts = """
        (SELECT COUNT(*) FROM application JOIN organizationGroup ON organizationGroup.id = application.groupId
            WHERE profileId = sdkProfile.id AND \(Subtree.condition("path", in: ":top"))) AS applicationCount,
        (SELECT COUNT(*) FROM organizationGroupSetting JOIN organizationGroup ON organizationGroup.id = groupId
            WHERE key = 'defaultProfile' AND value = '"' || sdkProfile.uuid || '"' COLLATE NOCASE
                AND \(Subtree.condition("path", in: ":top"))) AS groupCount
        """

    private static func condition(
        _ filter: ProfileFilter, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> (String, StatementArguments) {
        var conditions = [Subtree.overlap("home.path", ":top")]
        var arguments: StatementArguments = ["top": subtree]
        if let code = filter.group {
            conditions.append(Subtree.condition("home.path", in: ":group"))
            arguments += ["group": try group(code, in: subtree, db).subtree]
        }
        if let code = filter.usableIn {
            conditions.append(Subtree.condition(":usable", in: "home.path"))
            arguments += ["usable": try group(code, of: "usableIn", in: subtree, db).subtree]
        }
        if let name = filter.name {
            conditions.append("instr(lower(sdkProfile.name), lower(:name)) > 0")
            arguments += ["name": name]
        }
        if let application = filter.application {
            conditions.append(
                """
                sdkProfile.id IN (SELECT profileId FROM application
                    JOIN organizationGroup ON organizationGroup.id = application.groupId
                    WHERE \(Subtree.condition("path", in: ":top")) AND (bundleId = :application
                        OR application.uuid = :application OR application.id = :applicationId))
                """)
            arguments += ["application": application, "applicationId": Int64(application) ?? 0]
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    /// The versions of a profile, the latest first.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func versions(
        of reference: NamedReference, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> (record: ProfileRecord, page: Page<ProfileVersionSummary>) {
        try await database.read { db in
            let (record, _) = try Self.visible(reference, for: administrator, db)
            let versions = ProfileVersionRecord.filter(sql: "profileId = ?", arguments: [record.id])
            let items = try versions.order(sql: "version DESC").limit(page.size, offset: page.offset).fetchAll(db)
            let summaries = try items.map {
                ProfileVersionSummary(
                    version: $0.version, createdAt: $0.createdAt, types: try $0.decodedPayloads().map(\.type))
            }
            return (record, Page(items: summaries, request: page, total: try versions.fetchCount(db)))
        }
    }

    /// The payloads of a version; without secrets for those who may not change the profile.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func version(
        _ version: Int64, of reference: NamedReference, for administrator: AdministratorIdentity
    ) async throws -> (record: ProfileRecord, version: ProfileVersionRecord, payloads: [ProfilePayload]) {
        try await database.read { db in
            let (record, group) = try Self.visible(reference, for: administrator, db)
            let found = try Self.version(version, of: record, db)
            let payloads = try found.decodedPayloads()
            let isHidden = !administrator.mayChangeProfiles(in: group.subtree)
            return (
                record, found,
                isHidden ? payloads.map { $0.replacingSecrets(with: .string(ProfilePayload.hidden)) } : payloads
            )
        }
    }

    /// The differences between two versions; secrets are hidden from administrators who may not change the profile.
    ///
    /// - Parameters:
    ///   - old: One version.
    ///   - new: The other; nil for the one in force.
    ///   - reference: The profile.
    ///   - administrator: Who asks.
    /// - Returns: The number of the other version, and the differences.
    /// - Throws: ``ConsoleError`` `notFound`.
    func differences(
        from old: Int64, to new: Int64?, of reference: NamedReference, for administrator: AdministratorIdentity
    ) async throws -> (to: Int64, differences: [ProfileDifference]) {
        try await database.read { db in
            let (record, group) = try Self.visible(reference, for: administrator, db)
            let new = new ?? record.version
            let differences = ProfileDifference.between(
                try Self.version(old, of: record, db).decodedPayloads(),
                try Self.version(new, of: record, db).decodedPayloads())
            let isHidden = !administrator.mayChangeProfiles(in: group.subtree)
            return (new, isHidden ? differences.map(\.hidingSecrets) : differences)
        }
    }

    /// A version of a profile.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    static func version(_ version: Int64, of record: ProfileRecord, _ db: GRDB.Database) throws -> ProfileVersionRecord
    {
        let found =
            try ProfileVersionRecord.first(where: "profileId = ? AND version = ?", [record.id, version], db)
        guard let found else {
            throw ConsoleError(.notFound, "The SDK profile \(record.name) has no version \(version).")
        }
        return found
    }
}
