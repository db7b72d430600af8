package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// Empties the queues of a device at the end of its enrollment: waiting commands expire, and a wipe is queued for each
/// app, to be acknowledged (DeviceServices, section 23).
package struct WipeCommands: Sendable {
    /// The request types of both wipes on the wire.
    package struct Names: Sendable {
        let enterpriseWipe: String
        let deviceWipe: String

        /// The names that apps are given.
        package init(enterpriseWipe: String, deviceWipe: String) {
            self.enterpriseWipe = enterpriseWipe
            self.deviceWipe = deviceWipe
        }

        /// The request type that goes with a status; nil if the device is not to be wiped.
        func requestType(of status: EnrollmentStatus?) -> String? {
            switch status {
            case .enterpriseWipePending: enterpriseWipe
            case .deviceWipePending: deviceWipe
            default: nil
            }
        }
    }

    private let names: Names
    private let events: EventLogStore
    private let random: RandomSource
    private let table: BoundedTable

    /// Wipes on the queues of a console.
    package init(_ core: Core, names: Names) {
        self.names = names
        events = core.events
        random = core.random
        table = core.table("command", \.commands)
    }

    /// Lets what waits for a device expire, and queues the wipe that its new status stands for.
    ///
    /// - Parameters:
    ///   - status: The status the device gets; nil if it is deleted.
    ///   - deviceID: The device, whose credentials have ended.
    ///   - now: The time.
    ///   - transaction: Where.
    /// - Throws: What the database throws.
    package func follow(
        _ status: EnrollmentStatus?, ofDevice deviceID: Int64, at now: Timestamp, in transaction: Transaction
    ) throws {
        try CommandStore.expireAll(ofDevice: deviceID, at: now, in: transaction)
        guard let requestType = names.requestType(of: status), !requestType.isEmpty else { return }
        let apps = try Row.fetchAll(transaction.db, sql: Self.leavingApps, arguments: [deviceID])
        var outlook = PushOutlook(transaction.db)
        for app in apps {
            let message = CommandMessage(uuid: random.uuid(), requestType: requestType, settings: [:])
            var record = CommandRecord(
                id: nil, uuid: message.uuid, groupId: app["groupId"], deviceId: deviceID, installationId: app["id"],
                userId: app["userId"], requestType: requestType,
                command: try PropertyListValue.dictionary(message.command).encoded(as: .binary), status: .queued,
                deliveries: 0, result: nil, enrolledAt: app["enrolledAt"], createdAt: now, expiresAt: nil,
                deliveredAt: nil, answeredAt: nil, finishedAt: nil,
                push: try outlook.verdict(of: app["id"], at: now))
            try record.insert(transaction.db)
            events.publish(
                ConsoleEvent(
                    action: .commandQueued, subjectKind: "device", subject: app["identifier"],
                    groupID: app["groupId"], at: now, deviceID: deviceID), in: transaction)
        }
        if !apps.isEmpty { try table.trim(transaction.db) }
    }

    /// Apps with a credential that ended with the wipe.
    private static let leavingApps = """
        SELECT installation.id, device.groupId, device.userId, device.enrolledAt, device.identifier
        FROM installation JOIN device ON device.id = installation.deviceId
        WHERE device.id = ? AND (
            EXISTS (SELECT 1 FROM credential WHERE installationId = installation.id AND isLeaving = 1)
            OR EXISTS (SELECT 1 FROM accessToken WHERE installationId = installation.id AND isLeaving = 1))
        ORDER BY installation.id
        """
}
