import ConsoleModel
import ConsolePlatform
import GRDB

/// Notes about devices; they go with their device.
struct DeviceNoteStore: Sendable {
    /// The most notes of one device.
    static let maximumNotes = 1000

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// A page of the notes of a device, by id.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func notes(
        _ locator: DeviceLocator, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<DeviceNoteRecord> {
        try await database.read { db in
            let id = try locator.device(in: administrator.subtree, db).storedID()
            let all = DeviceNoteRecord.filter(sql: "deviceId = ?", arguments: [id])
            let rows = try all.order(sql: "id").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: rows, request: page, total: try all.fetchCount(db))
        }
    }

    /// One note of a device.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func note(
        _ id: Int64, of locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> DeviceNoteRecord {
        try await database.read { db in
            try Self.note(id, of: try locator.device(in: administrator.subtree, db), db)
        }
    }

    /// Writes a note down.
    ///
    /// - Returns: Its id.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, `badRequest` if it has too many.
    func add(
        _ text: String, to locator: DeviceLocator, by administrator: AdministratorIdentity
    ) async throws -> Int64 {
        return try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            let now = clock.now(in: device.groupId)
            let id = try device.storedID()
            let known = try DeviceNoteRecord.filter(sql: "deviceId = ?", arguments: [id]).fetchCount(transaction.db)
            guard known < Self.maximumNotes else {
                throw ConsoleError(.badRequest, "The device has \(Self.maximumNotes) notes already.")
            }
            var note = DeviceNoteRecord(id: nil, deviceId: id, note: text, createdAt: now, modifiedAt: now)
            try note.insert(transaction.db)
            try log(.deviceNoteAdded, device, at: now, by: administrator, after: note, in: transaction)
            return try note.storedID()
        }
    }

    /// Writes another text into a note.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func change(
        _ id: Int64, of locator: DeviceLocator, to text: String, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            let now = clock.now(in: device.groupId)
            let known = try Self.note(id, of: device, transaction.db)
            guard known.note != text else { return }
            var note = known
            (note.note, note.modifiedAt) = (text, now)
            try note.update(transaction.db)
            try log(
                .deviceNoteChanged, device, at: now, by: administrator, before: known, after: note, in: transaction)
        }
    }

    /// Forgets a note.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ id: Int64, of locator: DeviceLocator, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            let now = clock.now(in: device.groupId)
            let known = try Self.note(id, of: device, transaction.db)
            try known.delete(transaction.db)
            try log(.deviceNoteDeleted, device, at: now, by: administrator, before: known, in: transaction)
        }
    }

    private static func note(_ id: Int64, of device: DeviceRecord, _ db: GRDB.Database) throws -> DeviceNoteRecord {
        guard let note = try DeviceNoteRecord.stored(id, db), note.deviceId == device.id else {
            throw ConsoleError(.notFound, "The device has no note \(id).")
        }
        return note
    }

    private func log(
        _ action: EventAction, _ device: DeviceRecord, at now: Timestamp, by administrator: AdministratorIdentity,
        before: DeviceNoteRecord? = nil, after: DeviceNoteRecord? = nil, in transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "device", subject: device.identifier, groupID: device.groupId, at: now,
                deviceID: device.id),
            by: .administrator(administrator.name), before: before.map { ["note": $0.note] },
            after: after.map { ["note": $0.note] }, in: transaction)
    }
}
