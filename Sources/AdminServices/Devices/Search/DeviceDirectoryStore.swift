import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// Devices as the admin API finds and shows them; read only.
struct DeviceDirectoryStore: Sendable {
    /// Devices read at once when many are asked for by their ids.
    private static let batchSize = 500

    let database: ConsoleDatabase

    /// A page of a search.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func page(
        _ search: DeviceSearch, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<DirectoryDeviceRecord> {
        try await database.read { db in try Self.page(search, page, for: administrator, db) }
    }

    /// A page of a search, as a connection sees it.
    static func page(
        _ search: DeviceSearch, _ page: PageRequest, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> Page<DirectoryDeviceRecord> {
        let query = search.query(in: try subtree(of: search.group, in: administrator.subtree, db))
        let total = try query.count(db)
        guard page.offset < total else { return Page(items: [], request: page, total: total) }
        return Page(items: try devices(query.ids(page, db), db), request: page, total: total)
    }

    /// How many devices a search finds.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func count(_ search: DeviceSearch, for administrator: AdministratorIdentity) async throws -> Int {
        try await database.read { db in
            try search.query(in: try Self.subtree(of: search.group, in: administrator.subtree, db)).count(db)
        }
    }

    /// One device.
    ///
    /// - Throws: ``ConsoleError`` `notFound` with the number of the route.
    func device(
        _ locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> DirectoryDeviceRecord {
        try await database.read { db in
            let id = try locator.device(in: administrator.subtree, db).storedID()
            guard let device = try Self.devices([id], db).first else { throw locator.missing }
            return device
        }
    }

    /// The devices among some that there are, each once, by id.
    func devices(
        _ locators: [DeviceLocator], for administrator: AdministratorIdentity
    ) async throws -> [DirectoryDeviceRecord] {
        try await database.read { db in
            var ids: Set<Int64> = []
            for locator in locators {
                do {
                    ids.insert(try locator.device(in: administrator.subtree, db).storedID())
                } catch let error as ConsoleError where error.code == .notFound {
                    continue
                }
            }
            return try Self.devices(ids.sorted(), db)
        }
    }

    /// The subtree of the group a search names, or the administrator's own.
    static func subtree(
        of group: RecordReference?, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> Subtree {
        guard let group else { return subtree }
        guard let record = try OrganizationGroupRecord.find(group, db), subtree.contains(record) else {
            throw ConsoleError(.notFound, "There is no organization group \(group).")
        }
        return record.subtree
    }

    /// Devices by id, in the order of the ids.
    static func devices(_ ids: [Int64], _ db: GRDB.Database) throws -> [DirectoryDeviceRecord] {
        let statement = try db.cachedStatement(sql: DirectoryDeviceRecord.selection)
        return try stride(from: 0, to: ids.count, by: batchSize).flatMap { start in
            let batch = ids[start..<min(start + batchSize, ids.count)]
            var devices = try DirectoryDeviceRecord.fetchAll(statement, arguments: [batch.jsonList])
            try DevicePolicyStanding.attach(to: &devices, db)
            return devices
        }
    }
}
