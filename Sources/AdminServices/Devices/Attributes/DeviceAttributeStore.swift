import ConsoleModel
import ConsolePlatform
import GRDB

/// Custom attributes of devices; they go with their device.
struct DeviceAttributeStore: Sendable {
    /// An attribute a client names.
    struct Draft: Hashable, Sendable {
        let name: String
        /// Nil for none, where attributes are taken away.
        let value: String?
        let applicationGroup: String
    }

    /// A device with its attributes.
    struct Holder: Sendable {
        let device: DirectoryDeviceRecord
        let attributes: [DeviceAttributeRecord]
    }

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// The attributes of a device, by name.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func attributes(
        _ locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> Holder {
        try await database.read { db in
            let id = try locator.device(in: administrator.subtree, db).storedID()
            guard let device = try DeviceDirectoryStore.devices([id], db).first else { throw locator.missing }
            return Holder(device: device, attributes: try DeviceAttributeRecord.attributes(of: [id], db)[id] ?? [])
        }
    }

    /// A page of devices that have attributes, by id.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func holders(
        _ search: DeviceSearch, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<Holder> {
        try await database.read { db in
            let found = try DeviceDirectoryStore.page(search, page, for: administrator, db)
            let attributes = try DeviceAttributeRecord.attributes(of: found.items.map(\.id), db)
            return found.map { Holder(device: $0, attributes: attributes[$0.id] ?? []) }
        }
    }

    /// Sets attributes, of two of one name the last; those that are not named stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, `badRequest` if it gets too many.
    func set(
        _ drafts: [Draft], of locator: DeviceLocator, by administrator: AdministratorIdentity
    ) async throws {
        try await edit(locator, by: administrator) { id, now, db in
            for draft in drafts {
                // One that has the value already keeps the time it was set.
                try db.execute(
                    sql: """
                        INSERT INTO deviceAttribute (deviceId, applicationGroup, name, value, updatedAt)
                        VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                        SET value = excluded.value, updatedAt = excluded.updatedAt WHERE value <> excluded.value
                        """, arguments: [id, draft.applicationGroup, draft.name, draft.value ?? "", now])
            }
            let maximum = DeviceAttributeRecord.maximumCount
            let count = try DeviceAttributeRecord.filter(sql: "deviceId = ?", arguments: [id]).fetchCount(db)
            guard count <= maximum else {
                throw ConsoleError(.badRequest, "A device has at most \(maximum) custom attributes.")
            }
        }
    }

    /// Takes attributes away; those it has not are passed over.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    func remove(
        _ drafts: [Draft], of locator: DeviceLocator, by administrator: AdministratorIdentity
    ) async throws {
        try await edit(locator, by: administrator) { id, _, db in
            for draft in drafts {
                try db.execute(
                    sql: "DELETE FROM deviceAttribute WHERE deviceId = ? AND applicationGroup = ? AND name = ?",
                    arguments: [id, draft.applicationGroup, draft.name])
            }
        }
    }

    /// Changes attributes of a device, and records it in the event log if that made a difference.
    private func edit(
        _ locator: DeviceLocator, by administrator: AdministratorIdentity,
        _ body: @escaping @Sendable (_ deviceID: Int64, Timestamp, GRDB.Database) throws -> Void
    ) async throws {
        try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            let now = clock.now(in: device.groupId)
            let id = try device.storedID()
            let before = try Self.fields(of: id, transaction.db)
            try body(id, now, transaction.db)
            let after = try Self.fields(of: id, transaction.db)
            guard after != before else { return }
            try events.record(
                ConsoleEvent(
                    action: .deviceAttributesChanged, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now, deviceID: device.id),
                by: .administrator(administrator.name), before: before.filter { after[$0.key] != $0.value },
                after: after.filter { before[$0.key] != $0.value }, in: transaction)
        }
    }

    private static func fields(of id: Int64, _ db: GRDB.Database) throws -> [String: String?] {
        let attributes = try DeviceAttributeRecord.attributes(of: [id], db)[id] ?? []
        return Dictionary(
            attributes.map { attribute in
                let group = attribute.applicationGroup
                return (group.isEmpty ? attribute.name : "\(group)/\(attribute.name)", attribute.value)
            }
        ) { $1 }
    }
}
