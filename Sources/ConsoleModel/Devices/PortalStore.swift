package import ConsolePlatform
import Foundation
import GRDB

/// An enrollment user who has signed in to the self-service portal: who they were then.
package struct PortalUser: Hashable, Sendable {
    /// Row id.
    package let id: Int64
    /// Stands for the password they signed in with.
    let passwordMark: Data
}

/// An enrollment user at the self-service portal, as of now.
package struct PortalPerson: Sendable {
    /// The user.
    package let user: UserRecord
    /// The group that the user belongs to.
    package let group: OrganizationGroupRecord

    /// As whom the routes of administrators are called for the user, below the user's own group.
    ///
    /// The portal calls no other route than those that are about what it has found to be the user's own.
    package var identity: AdministratorIdentity { identity(in: group) }

    /// The same below another group.
    func identity(in group: OrganizationGroupRecord) -> AdministratorIdentity {
        AdministratorIdentity(
            name: user.username, groupID: group.id ?? 0, subtree: group.subtree, role: .deviceManager,
            credential: .user(user.id ?? 0))
    }
}

/// A device of an enrollment user, as the portal finds it.
package struct PortalDevice: Sendable {
    /// Its identifier, which is unique within its customer.
    package let identifier: String
    /// Its uuid.
    package let uuid: String
    /// As whom the routes about it are called: its user, within its customer.
    package let identity: AdministratorIdentity
}

/// What enrollment users see of the console at the self-service portal: themselves and their devices.
package struct PortalStore: Sendable {
    private let database: ConsoleDatabase

    /// In a database.
    package init(_ database: ConsoleDatabase) { self.database = database }

    /// Begins the time of a user at the portal, whose password was checked: failed sign-ins are forgotten.
    package func begin(_ user: UserRecord) async throws -> PortalUser {
        let id = try user.storedID()
        try await database.write { transaction in try UserStore.forgetFailedLogins(of: id, in: transaction) }
        return PortalUser(id: id, passwordMark: Self.mark(user))
    }

    /// The user of a session; nil once the user was deleted or deactivated, or has another password.
    package func person(_ known: PortalUser) async throws -> PortalPerson? {
        try await database.read { db in
            guard let user = try UserRecord.stored(known.id, db), user.isActive,
                SecretHash.areEqual(Self.mark(user), known.passwordMark)
            else { return nil }
            return PortalPerson(user: user, group: try OrganizationGroupStore.group(id: user.groupId, db))
        }
    }

    /// A page of the devices of a user, those that signed in last first.
    package func devices(of person: PortalPerson, page: PageRequest) async throws -> Page<PortalDevice> {
        let id = try person.user.storedID()
        return try await database.read { db in
            let own = DeviceRecord.filter(Column("userId") == id)
            let rows = try own.order(Column("lastSeenAt").desc, Column("id").desc)
                .limit(page.size, offset: page.offset).fetchAll(db)
            return Page(
                items: try rows.map { try Self.device($0, of: person, db) }, request: page,
                total: try own.fetchCount(db))
        }
    }

    /// A device of a user, by its uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if there is none, or if it has another user.
    package func device(_ uuid: String, of person: PortalPerson) async throws -> PortalDevice {
        let id = try person.user.storedID()
        return try await database.read { db in
            let own = DeviceRecord.filter(Column("userId") == id && Column("uuid") == uuid.lowercased())
            guard let device = try own.fetchOne(db) else {
                throw ConsoleError(.notFound, "You have no such device.")
            }
            return try Self.device(device, of: person, db)
        }
    }

    private static func device(_ device: DeviceRecord, of person: PortalPerson, _ db: GRDB.Database) throws
        -> PortalDevice
    {
        let customer = try OrganizationGroupStore.customer(of: device.groupId, db) ?? device.groupId
        let group = try OrganizationGroupStore.group(id: customer, db)
        return PortalDevice(
            identifier: device.identifier, uuid: device.uuid, identity: person.identity(in: group))
    }

    private static func mark(_ user: UserRecord) -> Data { SecretHash.sha256(user.passwordHash ?? "") }
}
