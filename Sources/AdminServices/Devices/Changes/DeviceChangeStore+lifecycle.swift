import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// An end of an enrollment an administrator can order.
enum OrderedEnding: CaseIterable, Sendable {
    /// Removes enterprise data from the device; pending until it is over.
    case enterpriseWipe
    /// Erases the device; pending until it is over.
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

    /// The action in the event log.
    var action: EventAction {
        switch self {
        case .enterpriseWipe: .deviceEnterpriseWipeOrdered
        case .deviceWipe: .deviceWipeOrdered
        case .unenrollment: .deviceUnenrolled
        }
    }
}

extension DeviceChangeStore {
    /// Statuses of a device that has nothing left to end.
    private static let ended: Set<EnrollmentStatus> = [.deviceNotFound, .retired, .unenrolled]

    /// Ends the enrollment of a device; its credentials end at once, its records stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` for a device that is not enrolled.
    func order(
        _ order: OrderedEnding, for identifier: DeviceIdentifier, by administrator: AdministratorIdentity
    ) async throws -> JudgedDevice {
        try await database.write { transaction in
            let device = try DeviceStore.onlyDevice(identifier, in: administrator.subtree, transaction.db)
            let now = clock.now(in: device.groupId)
            let status = EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown
            guard !Self.ended.contains(status) else {
                throw ConsoleError(.conflict, "The device is not enrolled; its status is \(status.name).")
            }
            if order != .unenrollment {
                let isAdmitted = try admitsWipe(device, order.status, administrator, now, transaction)
                guard isAdmitted else { return try JudgedDevice(device, by: clock, transaction.db) }
            }
            let ended = try ending.end(
                device, as: order.status, action: order.action, by: administrator.actor, at: now,
                in: transaction)
            return try JudgedDevice(ended, by: clock, transaction.db)
        }
    }

    /// Forgets a device; the records that it has sent stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ locator: DeviceLocator, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
            try delete(device, by: administrator, at: clock.now(in: device.groupId), in: transaction)
        }
    }

    /// Forgets many devices.
    ///
    /// - Returns: Those that were refused, and why.
    /// - Throws: What the database throws.
    func delete(
        _ locators: [DeviceLocator], by administrator: AdministratorIdentity
    ) async throws -> [(value: String, error: ConsoleError)] {
        try await each(locators, by: administrator) { device, now, transaction in
            try delete(device, by: administrator, at: now, in: transaction)
        }
    }

    private func delete(
        _ device: DeviceRecord, by administrator: AdministratorIdentity, at now: Timestamp, in transaction: Transaction
    ) throws {
        try ending.cutOff(
            try device.storedID(), as: nil, reason: "the device is deleted", at: now, in: transaction)
        try log(
            .deviceDeleted, device, by: administrator, at: now, try EventLogStore.fields(device), nil, transaction)
        _ = try device.delete(transaction.db)
    }

    /// Does something to many devices, some hundred in each transaction so that others get their turn.
    ///
    /// - Parameters:
    ///   - locators: The devices.
    ///   - administrator: Who does it.
    ///   - act: The action; it refuses before it changes anything.
    /// - Returns: The devices that are unknown or were refused, and why.
    /// - Throws: What the database throws.
    func each(
        _ locators: [DeviceLocator], by administrator: AdministratorIdentity,
        _ act: @escaping @Sendable (DeviceRecord, Timestamp, Transaction) throws -> Void
    ) async throws -> [(value: String, error: ConsoleError)] {
        let size = 200
        var refusals: [(value: String, error: ConsoleError)] = []
        for start in stride(from: 0, to: locators.count, by: size) {
            let batch = locators[start..<min(start + size, locators.count)]
            refusals += try await database.write { transaction in
                try batch.compactMap { locator in
                    do {
                        let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
                        try act(device, clock.now(in: device.groupId), transaction)
                        return nil
                    } catch let error as ConsoleError where [.notFound, .badRequest, .conflict].contains(error.code) {
                        return (locator.value, error)
                    }
                }
            }
        }
        return refusals
    }
}
