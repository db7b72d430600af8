import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension CommandStore {
    /// Queues a command for every app on a device, if it has any, in the caller's transaction.
    ///
    /// - Parameters:
    ///   - type: The command.
    ///   - settings: Its settings.
    ///   - deviceID: An enrolled device.
    ///   - administrator: Who asks.
    ///   - transaction: Where.
    /// - Throws: What the database throws.
    func enqueue(
        _ type: CommandType, _ settings: [String: PropertyListValue], onDevice deviceID: Int64,
        by administrator: AdministratorIdentity,
        in transaction: Transaction
    ) throws {
        let targets = try Self.targets(in: administrator.subtree, "device.id = ?1", [deviceID], transaction.db)
        var outlook = PushOutlook(transaction.db)
        let queued = try targets.map { target in
            (
                record: try insert(
                    type.rawValue, settings, for: target, lifetimeMinutes: nil, &outlook, in: transaction),
                target: target
            )
        }
        guard !queued.isEmpty else { return }
        try table.trim(transaction.db)
        try tell(queued, by: administrator, in: transaction)
    }
}
