import ConsoleModel
import ConsolePlatform

/// A profile of a device as `/_mock` shows it.
struct MockMDMProfileBody: Encodable, Sendable {
    let id: Int64
    let uuid: String
    let name: String
    /// Code of the group that manages it.
    let group: String
    let version: Int64
    let status: String
    /// Whether a smart group gives it to the device.
    let isAssigned: Bool
    let command: String?
    let orderedAt: Timestamp?
    let installedVersion: Int64?
    let reportedAt: Timestamp?

    /// The body for a profile.
    init(_ item: MDMProfileOnDevice) {
        id = item.profile.id
        uuid = item.profile.uuid
        name = item.profile.name
        group = item.home.code
        version = item.profile.version
        status = item.status.rawValue
        (isAssigned, command) = (item.isGiven, item.state?.command?.rawValue)
        (orderedAt, installedVersion) = (item.state?.orderedAt, item.state?.installedVersion)
        reportedAt = item.state?.confirmedAt
    }
}

/// The report of a tester in place of a management client.
struct MockMDMProfileReportBody: Decodable, Sendable {
    let status: String
    let version: Int64?

    /// What it means.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for another word than those there are.
    func report() throws -> MDMProfileReport {
        switch status.lowercased() {
        case MDMProfileStatus.installed.rawValue.lowercased(): return .installed(version: version)
        case MDMProfileStatus.removed.rawValue.lowercased(): return .removed
        default: throw ConsoleError(.badRequest, "status has to be Installed or Removed.")
        }
    }
}
