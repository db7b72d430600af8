import DeviceProtocol
import GRDB

/// An end of an enrollment an administrator can order.
enum OrderedEnding: CaseIterable, Sendable {
    /// Takes enterprise data off the device, which is told at its next contact.
    case enterpriseWipe
    /// Erases the device, which is told at its next contact.
    case deviceWipe
    /// Un-enrolls it at once.
    case unenrollment

    /// The status the device gets.
    var status: EnrollmentStatus {
        switch self {
        case .enterpriseWipe: .enterpriseWipePending
        case .deviceWipe: .deviceWipePending
        case .unenrollment: .unenrolled
        }
    }

    /// What the event log calls it.
    var action: String {
        switch self {
        case .enterpriseWipe: "device.enterpriseWipeOrdered"
        case .deviceWipe: "device.deviceWipeOrdered"
        case .unenrollment: "device.unenrolled"
        }
    }
}

extension DeviceAdministrationStore {
    /// Statuses of a device that has nothing left to end.
    private static let ended: Set<EnrollmentStatus> = [.deviceNotFound, .retired, .unenrolled]

    /// Ends the enrollment of a device; its credentials end at once, its records stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` for a device that is not enrolled.
    func order(
        _ order: OrderedEnding, for identifier: DeviceIdentifier, by administrator: AdministratorIdentity
    ) async throws -> DeviceDetails {
        let now = clock.now(in: administrator.groupID)
        return try await database.write { transaction in
            let device = try DeviceStore.device(identifier, below: administrator.groupPath, transaction.db)
            let status = EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown
            guard !Self.ended.contains(status) else {
                throw ConsoleError(.conflict, "The device is not enrolled; its status is \(status.name).")
            }
            let ended = try ending.end(
                device, as: order.status, action: order.action, by: .administrator(administrator.name), at: now,
                in: transaction)
            return try DeviceStore.details(of: ended, transaction.db)
        }
    }

    /// Forgets a device; what it has sent stays, without it.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ identifier: DeviceIdentifier, by administrator: AdministratorIdentity) async throws {
        let now = clock.now(in: administrator.groupID)
        try await database.write { transaction in
            let device = try DeviceStore.device(identifier, below: administrator.groupPath, transaction.db)
            try ending.cutOff(try device.storedID(), reason: "the device is deleted", at: now, in: transaction)
            try log(
                "device.deleted", device, by: administrator, at: now, try EventLogStore.fields(device), nil,
                transaction)
            _ = try device.delete(transaction.db)
        }
    }

    /// Hands a shared device to a user, or takes it back: whoever had it before loses their credentials on it at once.
    ///
    /// - Parameters:
    ///   - identifier: The device.
    ///   - username: Who gets it: a user of the device's group, or of a group above it; nil for nobody.
    ///   - administrator: Who hands it over.
    /// - Returns: The device.
    /// - Throws: ``ConsoleError`` `notFound`, and `badRequest` for a user there is not or who is inactive.
    func hand(
        _ identifier: DeviceIdentifier, to username: String?, by administrator: AdministratorIdentity
    ) async throws -> DeviceDetails {
        let now = clock.now(in: administrator.groupID)
        return try await database.write { transaction in
            let db = transaction.db
            var device = try DeviceStore.device(identifier, below: administrator.groupPath, db)
            let group = try OrganizationGroupStore.group(id: device.groupId, db)
            let user = try username.map { try Self.user($0, from: group, db) }
            if let user, !user.isActive {
                throw ConsoleError(.badRequest, "The user \(user.username) is inactive.")
            }
            let former = try device.userId.flatMap { try UserRecord.fetchOne(db, key: $0) }
            guard device.userId != user?.id else { return try DeviceStore.details(of: device, db) }
            device.userId = user?.id
            try device.update(db, columns: ["userId"])
            try CredentialStore.revokeAll(
                of: .device(try device.storedID()), reason: user == nil ? "checked in" : "checked out to another user",
                at: now, in: transaction)
            transaction.changesConfiguration()
            try log(
                user == nil ? "device.checkedIn" : "device.checkedOut", device, by: administrator, at: now,
                ["user": former?.username], ["user": user?.username], transaction)
            return try DeviceStore.details(of: device, db)
        }
    }
}
