import ConsoleModel

/// An app with the SDK profile it gives, as `/_mock` shows it (AdminAPI, "Profiles of apps").
struct ApplicationProfileBody: Encodable, Sendable {
    /// A profile.
    struct Profile: Encodable, Sendable {
        let id: Int64?
        let uuid: String
        let name: String
        let version: Int64
        /// Code of the group it belongs to.
        let group: String
        /// Code of the group that makes it its default.
        let setBy: String?
    }

    let id: Int64?
    let uuid: String
    let bundleId: String
    let name: String
    let version: String
    let type: String
    let status: String
    /// Code of its group.
    let group: String
    /// `none`, `default` or `custom`.
    let mode: ProfileMode
    /// The profiles a device in the app's own group gets; the first counts before the others.
    let profiles: [Profile]

    /// The body for an app.
    init(_ details: ApplicationProfileEntry) {
        let application = details.application
        id = application.id
        uuid = application.uuid
        bundleId = application.bundleId
        name = application.name
        version = application.version
        type = application.type
        status = application.status
        group = details.group
        mode = application.profileMode
        profiles = details.sources.map {
            Profile(
                id: $0.record.id, uuid: $0.record.uuid, name: $0.record.name, version: $0.record.version,
                group: $0.home, setBy: $0.setBy)
        }
    }
}
