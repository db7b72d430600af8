package import ConsoleModel
import DeviceProtocol

/// An application and its assignments.
package struct EnvironmentApplication: EnvironmentEntry {
    package var position: EnvironmentPosition
    package var bundleId: String
    var uuid: String?
    var name: String
    /// A raw value of an ``AppKind``.
    var type = AppKind.uploaded.rawValue
    var platform = "Apple"
    var version = ""
    var status = "Active"
    /// The store data of an app; nil for none.
    var store: EnvironmentPublicApplication?
    /// How it is pushed to.
    var push = PushSettings()
    var profileMode = ProfileMode.none
    var profile: EnvironmentReference?
    var assignments: [EnvironmentAssignment] = []
    /// Smart groups it is never given to.
    var exclusions: [EnvironmentReference] = []

    /// The key of apps in a group: bundle identifier, version, and platform.
    package var title: String {
        let suffix = platform == "Apple" ? "" : " for \(platform)"
        return version.isEmpty ? bundleId + suffix : "\(bundleId) \(version)\(suffix)"
    }
}

/// A smart group an application is given to.
struct EnvironmentAssignment: Sendable {
    var smartGroup: EnvironmentReference
    var priority: Int64
    /// Pairs of the managed configuration, each with everything that one has.
    var configuration: [JSONValue] = []
}
