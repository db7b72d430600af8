import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension DeviceChangeStore {
    /// Orders something of devices: of all of them, or of none.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `badRequest` for a device that is not enrolled.
    func order(
        _ order: DeviceOrder, of locators: [DeviceLocator], by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            for locator in locators {
                let device = try locator.onlyDevice(in: administrator.subtree, transaction.db)
                let now = clock.now(in: device.groupId)
                try carryOut(order, on: device, by: administrator, at: now, in: transaction)
            }
        }
    }

    /// Orders something of each of many devices.
    ///
    /// - Returns: The devices that are unknown or not enrolled, and why.
    /// - Throws: What the database throws.
    func order(
        _ order: DeviceOrder, ofEach locators: [DeviceLocator], by administrator: AdministratorIdentity
    ) async throws -> [(value: String, error: ConsoleError)] {
        try await each(locators, by: administrator) { device, now, transaction in
            try carryOut(order, on: device, by: administrator, at: now, in: transaction)
        }
    }

    private func carryOut(
        _ order: DeviceOrder, on device: DeviceRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        in transaction: Transaction
    ) throws {
        let status = EnrollmentStatus(rawValue: device.enrollmentStatus) ?? .unknown
        // A wipe that waits for the device can be ordered again, or changed into the other kind.
        let isWipe = order.ending != nil
        guard status == .enrolled || isWipe && EnrollmentEnding.pending.contains(status) else {
            throw ConsoleError(.badRequest, "The device is not enrolled; its status is \(status.name).")
        }
        try log(order.action, device, by: administrator, at: now, nil, order.details, transaction)
        if let message = order.message {
            try messages.keep(message, to: device, by: administrator, at: now, in: transaction)
        }
        if let lock = order.lock { try locks.keep(lock, on: device, at: now, transaction.db) }
        if let wipe = order.ending {
            guard try admitsWipe(device, wipe.status, administrator, now, transaction) else { return }
            try ending.end(
                device, as: wipe.status, action: wipe.action, by: administrator.actor, at: now,
                in: transaction)
        } else if let request = order.request {
            try relay(request.type, request.settings, try device.storedID(), administrator, transaction)
        }
    }
}
