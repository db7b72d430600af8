import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Images of organization groups.
struct BrandingImageStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// The picture with a uuid, without authentication; nil if there is none.
    func picture(uuid: String) async throws -> BrandingImageRecord? {
        try await database.read { db in
            try BrandingImageRecord.first(where: "uuid = ?", [uuid], db)
        }
    }

    /// Images of a group, by name.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func images(of code: GroupCode, in subtree: Subtree, page: PageRequest) async throws
        -> Page<BrandingImageSummary>
    {
        try await database.read { db in
            let group = try Self.group(code, in: subtree, db)
            let count = "SELECT COUNT(*) FROM brandingImage WHERE groupId = ?"
            let items = try BrandingImageSummary.fetchAll(
                db,
                sql: """
                    SELECT uuid, name, type, length(data) AS bytes, ?1 AS "group", updatedAt FROM brandingImage
                    WHERE groupId = ?2 ORDER BY name LIMIT ?3 OFFSET ?4
                    """, arguments: [group.code, group.id, page.size, page.offset])
            return Page(
                items: items, request: page, total: try Int.fetchOne(db, sql: count, arguments: [group.id]) ?? 0)
        }
    }

    /// An image of a group.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func image(_ name: String, of code: GroupCode, in subtree: Subtree) async throws -> BrandingImageRecord {
        try await database.read { db in
            try Self.require(name, of: try Self.group(code, in: subtree, db), db)
        }
    }

    /// Adds an image to a group, or replaces it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - data: A picture.
    ///   - code: The group.
    ///   - administrator: Who does it.
    /// - Returns: The image, and whether it is new.
    /// - Throws: ``ConsoleError`` `notFound`, and `unprocessable` for what is no picture.
    func put(_ name: String, _ data: Data, of code: GroupCode, by administrator: AdministratorIdentity) async throws
        -> (image: BrandingImageSummary, isNew: Bool)
    {
        return try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            let known = try Self.image(name, inExactly: try group.storedID(), transaction.db)
            var record = try Self.record(name, data, of: group, known: known, at: now)
            if record.uuid != known?.uuid {
                try record.save(transaction.db)
                transaction.changesConfiguration()
                try note(
                    known == nil ? .brandingImageCreated : .brandingImageUpdated, record, group, by: administrator,
                    at: now, transaction)
            }
            let summary = BrandingImageSummary(
                uuid: record.uuid, name: record.name, type: record.type, bytes: record.data.count, group: group.code,
                updatedAt: record.updatedAt)
            return (summary, known == nil)
        }
    }

    /// Removes an image from a group.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` if a profile names it and there would be no other.
    func delete(_ name: String, of code: GroupCode, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            let image = try Self.require(name, of: group, transaction.db)
            try image.delete(transaction.db)
            let users = try Self.profiles(lacking: name, transaction.db)
            guard users.isEmpty else {
                throw ConsoleError(
                    .conflict, "The image \(name) is named by the SDK profile \(users.joined(separator: ", ")).")
            }
            transaction.changesConfiguration()
            try note(.brandingImageDeleted, image, group, by: administrator, at: now, transaction)
        }
    }

    private func note(
        _ action: EventAction, _ image: BrandingImageRecord, _ group: OrganizationGroupRecord,
        by administrator: AdministratorIdentity, at now: Timestamp, _ transaction: Transaction
    ) throws {
        let fields = ["name": image.name, "type": image.type, "bytes": String(image.data.count)]
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "brandingImage", subject: image.name,
                groupID: group.id, at: now),
            by: .administrator(administrator.name), before: action == .brandingImageDeleted ? fields : nil,
            after: action == .brandingImageDeleted ? nil : fields, in: transaction)
    }
}

extension BrandingImageStore {
    /// The row of a picture.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - data: Its bytes.
    ///   - group: The group it belongs to.
    ///   - known: The row that is there.
    ///   - now: The time.
    /// - Returns: The row; with the uuid of the known one if the picture is the same.
    /// - Throws: ``ConsoleError`` `unprocessable` for what is no picture.
    static func record(
        _ name: String, _ data: Data, of group: OrganizationGroupRecord, known: BrandingImageRecord?, at now: Timestamp
    ) throws -> BrandingImageRecord {
        guard let type = BrandingImageType(of: data) else {
            throw ConsoleError(.unprocessable, "The image has to be \(BrandingImageType.rule).")
        }
        let isSame = known?.data == data
        let uuid = NamedUUID.of([Data(group.code.lowercased().utf8), Data(name.lowercased().utf8), data])
        return BrandingImageRecord(
            id: known?.id, uuid: isSame ? known?.uuid ?? uuid : uuid, groupId: try group.storedID(),
            name: known?.name ?? name, type: type.rawValue, data: data,
            updatedAt: isSame ? known?.updatedAt ?? now : now)
    }

    /// The image of exactly this group with a name.
    static func image(_ name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws -> BrandingImageRecord? {
        try BrandingImageRecord.first(where: "groupId = ? AND name = ?", [groupID, name], db)
    }

    /// Uuid of the image with a name in the nearest group from one up to the root; nil if none has it.
    static func nearest(_ name: String, from group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> String? {
        for id in group.ancestorsAndSelf.reversed() {
            let uuid = try String.fetchOne(
                db, sql: "SELECT uuid FROM brandingImage WHERE groupId = ? AND name = ?", arguments: [id, name])
            if let uuid { return uuid }
        }
        return nil
    }

    /// Where a client fetches an image.
    static func address(of uuid: String, origin: String) -> String { "\(origin)/deviceservices/branding/\(uuid)" }

    /// Whether devices that get a profile of a group can have an image: their group or one above it has it.
    static func isKnown(_ name: String, around group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM brandingImage JOIN organizationGroup ON organizationGroup.id = groupId
                WHERE brandingImage.name = ?1
                    AND \(Subtree.overlap("path", "?2")))
                """, arguments: [name, group.subtree]) ?? false
    }

    /// Profiles that name an unknown image.
    private static func profiles(lacking name: String, _ db: GRDB.Database) throws -> [String] {
        try ProfileRecord.order(sql: "name").fetchAll(db).filter { profile in
            let names = try ProfileStore.payloads(of: profile, db).flatMap { $0.imageReferences.map(\.name) }
            guard names.contains(where: { $0.lowercased() == name.lowercased() }) else { return false }
            return try !isKnown(name, around: try OrganizationGroupStore.group(id: profile.groupId, db), db)
        }.map(\.name)
    }

    private static func group(_ code: GroupCode, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
            throw ConsoleError(.notFound, "There is no organization group \(code).")
        }
        return group
    }

    private static func require(_ name: String, of group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> BrandingImageRecord
    {
        guard let image = try image(name, inExactly: try group.storedID(), db) else {
            throw ConsoleError(.notFound, "The group \(group.code) has no image \(name.prefix(80)).")
        }
        return image
    }
}
