import ConsoleHTTP
import ConsoleModel
import Foundation

extension DeviceChange {
    /// The changes in a body of the admin API: `AssetNumber`, `DeviceFriendlyName` and `Ownership`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member.
    init(_ fields: AdminFields) throws {
        if let name = try fields.text("DeviceFriendlyName")?.trimmingCharacters(in: .whitespacesAndNewlines) {
            guard !name.isEmpty else { throw fields.wrong("DeviceFriendlyName", "must not be empty") }
            friendlyName = name
        }
        assetNumber = try fields.text("AssetNumber")
        if let text = try fields.text("Ownership"), !text.isEmpty {
            ownership = DeviceOwnership(text)
            guard ownership != nil else { throw fields.wrong("Ownership", "has to be C, E, S or Undefined") }
        }
    }
}
