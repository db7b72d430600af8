import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Queries through device management that apps ask for (DeviceServices, section 24).
struct RequeryStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let names: RequeryNames
    let queue: RequeryFeature.Queue

    /// Orders a query: a managed device gets it as a command; the order is in the event log.
    ///
    /// - Returns: Failed for a device that is not managed: there is no management to query it through.
    /// - Throws: ``ConsoleError`` `notFound` if the device is deleted meanwhile.
    func order(_ subject: RequerySubject, for identity: DeviceIdentity) async throws -> RequeryAnswer {
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            let device = try DeviceStore.device(heldBy: identity, transaction.db)
            let answer: RequeryAnswer = device.isManaged ? .ordered : .failed
            var told: [String: String?] = [
                "what": subject.rawValue, "status": String(answer.status), "bundleId": identity.bundle.value,
            ]
            if device.isManaged, let requestType = names[subject] {
                told["command"] = try queue(subject, requestType, identity, transaction)
            }
            try events.record(
                ConsoleEvent(
                    action: .deviceRequeried, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: now, deviceID: device.id),
                by: .device(device.identifier), after: told, in: transaction)
            return answer
        }
    }
}
