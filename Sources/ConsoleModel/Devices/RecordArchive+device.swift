import ConsolePlatform
package import DeviceProtocol
import GRDB

extension RecordArchive {
    /// Refuses an unknown device.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func require(device: DeviceIdentifier, in subtree: Subtree) async throws {
        _ = try await database.read { db in try DeviceStore.device(device, in: subtree, db) }
    }
}
