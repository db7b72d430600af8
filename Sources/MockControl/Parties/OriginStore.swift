import ConsoleModel
import ConsolePlatform
import GRDB

/// An app on a device, as a credential names it.
struct FoundInstallation: Hashable, Sendable {
    let groupID: Int64
    let deviceID: Int64
    let device: String
    let bundle: String
    let userID: Int64?
}

/// A device, as a request names it.
struct FoundDevice: Hashable, Sendable {
    let deviceID: Int64
    let groupID: Int64
    let userID: Int64?
}

/// An administrator or OAuth client, as a credential names it.
struct FoundAdministrator: Hashable, Sendable {
    let name: String
    let groupID: Int64
}

/// Looks up whom credentials and names belong to.
///
/// What is found is remembered for a generation of the database; what is not found is asked anew, and an error of the
/// database counts as not found: whoever handles the request will report it.
struct OriginStore: Sendable {
    private enum Key: Hashable {
        case credential(String, String), token(String), administrator(String), client(String), clientID(String)
        case user(Int64)
        case group(String), device(String)
    }

    private enum Found: Sendable {
        case installation(FoundInstallation), installations([FoundInstallation]), administrator(FoundAdministrator)
        case group(Int64), user(String), devices([FoundDevice])
    }

    /// The most devices of one identifier that are looked at.
    private static let maximumDevices = 512

    let database: ConsoleDatabase
    private let known = GenerationCache<Key, Found>()
    private let groups: GroupTreeStore

    init(database: ConsoleDatabase) {
        self.database = database
        groups = GroupTreeStore(database: database)
    }

    /// What a device's credentials of an authentication group stand for: one for each customer who knows the device,
    /// those in force first, of those the earliest enrollment.
    func credentials(of device: String, _ group: String) async -> [FoundInstallation] {
        let found = await found(.credential(device, group.lowercased())) { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT device.groupId, device.id, device.identifier, installation.bundleId, credential.userId
                    FROM credential JOIN device ON device.id = credential.deviceId
                        JOIN installation ON installation.id = credential.installationId
                    WHERE device.identifier = ? AND credential.authenticationGroup = ?
                    ORDER BY credential.revokedAt IS NULL DESC, \(EnrollmentOrder.earliestFirst), credential.id DESC
                    """, arguments: [device, group])
            var devices: Set<Int64> = []
            var installations: [FoundInstallation] = []
            while installations.count < Self.maximumDevices, let row = try rows.next() {
                let installation = FoundInstallation(row)
                if devices.insert(installation.deviceID).inserted { installations.append(installation) }
            }
            return installations.isEmpty ? nil : .installations(installations)
        }
        guard case .installations(let installations)? = found else { return [] }
        return installations
    }

    /// The one of several that belongs to the customer of a group; nil for none.
    func installation(among found: [FoundInstallation], near group: Int64) async -> FoundInstallation? {
        guard let tree = try? await groups.tree() else { return nil }
        let customer = tree.customer(of: group)
        return found.first { tree.customer(of: $0.groupID) == customer }
    }

    /// What a device's bearer token with an id stands for.
    func token(_ id: String) async -> FoundInstallation? {
        await installation(.token(id)) { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT device.groupId, device.id, device.identifier, installation.bundleId, accessToken.userId
                    FROM accessToken JOIN device ON device.id = accessToken.deviceId
                        JOIN installation ON installation.id = accessToken.installationId
                    WHERE accessToken.jti = ?
                    """, arguments: [id])
        }
    }

    /// The administrator of a name.
    func administrator(_ name: String) async -> FoundAdministrator? {
        await administrator(.administrator(name)) { db in
            try Row.fetchOne(
                db, sql: "SELECT username, groupId FROM administrator WHERE username = ?", arguments: [name])
        }
    }

    /// The OAuth client with a uuid.
    func client(_ uuid: String) async -> FoundAdministrator? {
        await administrator(.client(uuid)) { db in
            try Row.fetchOne(
                db, sql: "SELECT 'oauth.' || clientId, groupId FROM oauthClient WHERE uuid = ?", arguments: [uuid])
        }
    }

    /// The OAuth client with an id, as it asks for a token.
    func client(id: String) async -> FoundAdministrator? {
        await administrator(.clientID(id)) { db in
            try Row.fetchOne(
                db, sql: "SELECT 'oauth.' || clientId, groupId FROM oauthClient WHERE clientId = ?", arguments: [id])
        }
    }

    /// Id of the group with a code.
    func group(code: String) async -> Int64? {
        let found = await found(.group(code.lowercased())) { db in
            try OrganizationGroupStore.group(code: code, db).map { .group(try $0.storedID()) }
        }
        guard case .group(let id)? = found else { return nil }
        return id
    }

    /// Id of the group an API key belongs to; keys are revoked without a new generation, so it is asked each time.
    func group(key: String) async -> Int64? {
        try? await database.read { db in
            try Int64.fetchOne(
                db, sql: "SELECT groupId FROM apiKey WHERE keyHash = ? AND revokedAt IS NULL",
                arguments: [SecretHash.sha256(key)])
        }
    }

    /// Whether a group is another one or below it.
    func isGroup(_ group: Int64, below other: Int64) async -> Bool {
        guard let tree = try? await groups.tree(), let own = tree[group], let above = tree[other] else { return false }
        return above.contains(own)
    }

    /// A device with an identifier: of the customer of a group if that is known, else of the only customer who knows it.
    func device(_ identifier: String, near group: Int64?) async -> FoundDevice? {
        let found = await found(.device(identifier)) { db in
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT id, groupId, userId FROM device WHERE identifier = ? ORDER BY lastSeenAt DESC, id DESC LIMIT 100",
                arguments: [identifier])
            return .devices(rows.map { FoundDevice(deviceID: $0["id"], groupID: $0["groupId"], userID: $0["userId"]) })
        }
        guard case .devices(let rows)? = found else { return nil }
        guard let tree = try? await groups.tree() else { return nil }
        let customers = Set(rows.map { tree.customer(of: $0.groupID) })
        guard let group else { return customers.count == 1 ? rows.first : nil }
        let customer = tree.customer(of: group)
        return rows.first { tree.customer(of: $0.groupID) == customer }
    }

    /// Name of the user with a row id.
    func user(_ id: Int64) async -> String? {
        let found = await found(.user(id)) { db in
            try String.fetchOne(db, sql: "SELECT username FROM enrollmentUser WHERE id = ?", arguments: [id])
                .map(Found.user)
        }
        guard case .user(let name)? = found else { return nil }
        return name
    }

    private func installation(
        _ key: Key, _ read: @escaping @Sendable (Database) throws -> Row?
    ) async -> FoundInstallation? {
        let found = await found(key) { db in
            try read(db).map { .installation(FoundInstallation($0)) }
        }
        guard case .installation(let installation)? = found else { return nil }
        return installation
    }

    private func administrator(
        _ key: Key, _ read: @escaping @Sendable (Database) throws -> Row?
    ) async -> FoundAdministrator? {
        let found = await found(key) { db in
            try read(db).map { .administrator(FoundAdministrator(name: $0[0], groupID: $0[1])) }
        }
        guard case .administrator(let administrator)? = found else { return nil }
        return administrator
    }

    private func found(_ key: Key, _ read: @escaping @Sendable (Database) throws -> Found?) async -> Found? {
        let generation = database.generation
        if let found = known.cached(key, generation: generation) { return found }
        guard let found = try? await database.read(read) else { return nil }
        known.store(found, for: key, generation: generation)
        return found
    }
}

extension FoundInstallation {
    /// A row of group, device, identifier, bundle and user.
    fileprivate init(_ row: Row) {
        self.init(groupID: row[0], deviceID: row[1], device: row[2], bundle: row[3], userID: row[4])
    }
}
