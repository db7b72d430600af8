import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension DeviceChangeStore {
    /// Hands a shared device to a user, or takes it back: whoever had it before loses their credentials on it at once.
    ///
    /// - Parameters:
    ///   - identifier: The device.
    ///   - username: Its new user: one of the device's group or of a group above it; nil for none.
    ///   - administrator: Who hands it over.
    /// - Returns: The device.
    /// - Throws: ``ConsoleError`` `notFound`, and `badRequest` for an unknown user or one who is inactive.
    func hand(
        _ identifier: DeviceIdentifier, to username: String?, by administrator: AdministratorIdentity
    ) async throws -> DeviceEntry {
        try await database.write { transaction in
            let device = try DeviceStore.onlyDevice(identifier, in: administrator.subtree, transaction.db)
            let group = try OrganizationGroupStore.group(id: device.groupId, transaction.db)
            let user = try username.map { try Self.user($0, from: group, transaction.db) }
            let given = try give(
                device, to: user, as: user == nil ? .deviceCheckedIn : .deviceCheckedOut, by: administrator,
                in: transaction)
            return try DeviceStore.details(of: given, transaction.db)
        }
    }

    /// Gives a device to another user of the administrator's subtree; whoever had it before loses their credentials on it.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device or user, `badRequest` for an inactive user.
    func assign(
        _ locator: DeviceLocator, to reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            guard let user = try UserRecord.find(reference, transaction.db),
                try administrator.subtree.contains(OrganizationGroupStore.group(id: user.groupId, transaction.db))
            else { throw ConsoleError(.notFound, "There is no enrollment user \(reference).") }
            _ = try give(device, to: user, as: .deviceUserChanged, by: administrator, in: transaction)
        }
    }

    private func give(
        _ device: DeviceRecord, to user: UserRecord?, as action: EventAction, by administrator: AdministratorIdentity,
        in transaction: Transaction
    ) throws -> DeviceRecord {
        let now = clock.now(in: device.groupId)
        if let user, !user.isActive {
            throw ConsoleError(.badRequest, "The user \(user.username) is inactive.")
        }
        guard device.userId != user?.id else { return device }
        let former = try UserRecord.stored(device.userId, transaction.db)
        var given = device
        given.userId = user?.id
        try given.update(transaction.db, columns: ["userId"])
        try CredentialStore.revokeAll(
            of: .device(try given.storedID()), reason: user == nil ? "checked in" : "checked out to another user",
            at: now, in: transaction)
        transaction.changesConfiguration()
        try log(
            action, given, by: administrator, at: now, ["user": former?.username], ["user": user?.username],
            transaction)
        return given
    }
}
