package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// A device with its surroundings, and whether its apps could be pushed to.
package struct JudgedDevice: Sendable {
    package fileprivate(set) var entry: DeviceEntry
    /// By id of the installation.
    package let pushes: [Int64: PushVerdict]

    /// A device as it is at a time.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - clock: Asked for the time in its group.
    ///   - db: Where to look.
    /// - Throws: What the database throws.
    package init(_ device: DeviceRecord, by clock: ConsoleClock, _ db: GRDB.Database) throws {
        let entry = try DeviceStore.details(of: device, db)
        var outlook = PushOutlook(db)
        let now = clock.now(in: device.groupId)
        var pushes: [Int64: PushVerdict] = [:]
        for installation in entry.installations {
            let id = try installation.storedID()
            pushes[id] = try outlook.verdict(of: id, at: now)
        }
        (self.entry, self.pushes) = (entry, pushes)
    }
}

extension DeviceStore {
    /// Everything known of one device, and whether its apps could be pushed to.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func judged(
        _ identifier: DeviceIdentifier, in subtree: Subtree, by clock: ConsoleClock
    ) async throws -> JudgedDevice {
        try await database.read { db in
            let device = try Self.device(identifier, in: subtree, db)
            var judged = try JudgedDevice(device, by: clock, db)
            judged.entry.namesakes = try Self.namesakes(of: device, in: subtree, db)
            return judged
        }
    }
}
