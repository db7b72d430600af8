import ConsolePlatform
package import DeviceProtocol
import GRDB

extension RecordArchive {
    /// Row id of the device that an identifier means in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func deviceID(_ device: DeviceIdentifier, in subtree: Subtree) async throws -> Int64 {
        try await database.read { db in try DeviceStore.device(device, in: subtree, db).storedID() }
    }
}
