import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension CommandStore {
    /// Beyond this number, the event log has one row for all commands together.
    private static let toldOneByOne = 20

    /// Queues a command for the app a credential stands for.
    @discardableResult
    func enqueue(
        _ requestType: String, settings: [String: PropertyListValue] = [:], for identity: DeviceIdentity
    ) async throws -> CommandRecord {
        let target = CommandTarget(
            groupID: identity.groupID, deviceID: identity.deviceID, installationID: identity.installationID,
            userID: identity.userID, device: identity.device, bundle: identity.bundle)
        return try await database.write { transaction in
            var outlook = PushOutlook(transaction.db)
            let record = try insert(
                requestType, settings, for: target, lifetimeMinutes: nil, &outlook, in: transaction)
            try table.trim(transaction.db)
            publish(
                .commandQueued, device: target.device.value, deviceID: target.deviceID, groupID: target.groupID,
                at: record.createdAt,
                in: transaction)
            return record
        }
    }

    /// Queues a command for apps, in one transaction.
    ///
    /// - Parameters:
    ///   - order: The command.
    ///   - targets: The targets, each with settings of its own beside those of the order.
    ///   - administrator: Who asks.
    /// - Returns: The rows, in the order of the targets.
    /// - Throws: ``ConsoleError`` `conflict` if an app is deleted meanwhile.
    @discardableResult
    func enqueue(
        _ order: CommandOrder, for targets: [(target: CommandTarget, settings: [String: PropertyListValue])],
        by administrator: AdministratorIdentity
    ) async throws -> [CommandRecord] {
        try await database.write { transaction in
            var outlook = PushOutlook(transaction.db)
            let records = try targets.map { target, settings in
                try insert(
                    order.requestType, order.settings.merging(settings) { $1 }, for: target,
                    lifetimeMinutes: order.lifetimeMinutes, &outlook, in: transaction)
            }
            try table.trim(transaction.db)
            try tell(zip(records, targets.map(\.target)).map { ($0, $1) }, by: administrator, in: transaction)
            return records
        }
    }

    func insert(
        _ requestType: String, _ settings: [String: PropertyListValue], for target: CommandTarget,
        lifetimeMinutes: Int?, requery: String? = nil, _ outlook: inout PushOutlook, in transaction: Transaction
    ) throws -> CommandRecord {
        let message = CommandMessage(uuid: random.uuid(), requestType: requestType, settings: settings)
        let now = clock.now(in: target.groupID)
        let group = try OrganizationGroupStore.group(id: target.groupID, transaction.db)
        let hours = try OrganizationGroupStore.settings(of: group, transaction.db).integer(.commandExpiryHours)
        let enrolledAt = try Timestamp?.fetchOne(
            transaction.db, sql: "SELECT enrolledAt FROM device WHERE id = ?", arguments: [target.deviceID])
        let minutes = lifetimeMinutes.map { Int64($0) } ?? (hours > 0 ? hours * 60 : nil)
        var record = CommandRecord(
            id: nil, uuid: message.uuid, groupId: target.groupID, deviceId: target.deviceID,
            installationId: target.installationID, userId: target.userID, requestType: requestType,
            command: try PropertyListValue.dictionary(message.command).encoded(as: .binary), status: .queued,
            deliveries: 0, result: nil, enrolledAt: enrolledAt ?? nil, createdAt: now,
            expiresAt: minutes.map { now.adding(seconds: $0 * 60) },
            deliveredAt: nil, answeredAt: nil, finishedAt: nil, requery: requery,
            push: try outlook.verdict(of: target.installationID, at: now))
        try record.insert(transaction.db)
        return record
    }

    func tell(
        _ queued: [(record: CommandRecord, target: CommandTarget)], by administrator: AdministratorIdentity,
        in transaction: Transaction
    ) throws {
        let actor = administrator.actor
        let areMany = queued.count > Self.toldOneByOne
        for (record, target) in queued {
            let event = ConsoleEvent(
                action: .commandQueued, subjectKind: "device", subject: target.device.value,
                groupID: target.groupID, at: record.createdAt, deviceID: target.deviceID)
            if areMany {
                events.publish(event, in: transaction)
            } else {
                let after = ["requestType": record.requestType, "bundleId": target.bundle.value, "uuid": record.uuid]
                try events.record(event, by: actor, after: after, in: transaction)
            }
        }
        guard areMany, let first = queued.first?.record else { return }
        try events.record(
            ConsoleEvent(
                action: .commandsQueued, subjectKind: "command", subject: first.requestType,
                groupID: administrator.groupID, at: clock.now(in: administrator.groupID)),
            by: actor, after: ["count": String(queued.count)], in: transaction)
    }
}
