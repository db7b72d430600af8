import ConsoleHTTP
import ConsolePlatform

/// A note about a device; members as on the wire (AdminDeviceDetails, "Notes").
struct DeviceNoteBody: Encodable, Sendable {
    let Id: AdminID
    let DeviceId: AdminID
    let Note: String
    let CreatedOn: String
    let ModifiedOn: String

    /// The body for a note.
    init(_ note: DeviceNoteRecord) throws {
        (Id, DeviceId) = (AdminID(try note.storedID()), AdminID(note.deviceId))
        Note = note.note
        (CreatedOn, ModifiedOn) = (note.createdAt.zoneless, note.modifiedAt.zoneless)
    }
}
