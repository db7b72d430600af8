import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Queries through device management that apps ask for (DeviceServices, section 24).
struct RequeryStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// Orders a query; nothing is really sent, the order is in the event log.
    ///
    /// - Returns: Failed for a device that is not managed: there is no management to query it through.
    func order(_ subject: RequerySubject, for identity: DeviceIdentity) async throws -> RequeryAnswer {
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            let device = try DeviceStore.device(heldBy: identity, transaction.db)
            let answer: RequeryAnswer = device.isManaged ? .ordered : .failed
            try events.record(
                ConsoleEvent(
                    action: .deviceRequeried, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now),
                by: .device(device.identifier),
                after: ["what": subject.rawValue, "status": String(answer.status), "bundleId": identity.bundle.value],
                in: transaction)
            return answer
        }
    }
}
