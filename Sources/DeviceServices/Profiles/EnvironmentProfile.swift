package import ConsoleModel
import DeviceProtocol

/// An SDK profile with its version in force and earlier ones.
package struct EnvironmentProfile: EnvironmentEntry {
    package var position: EnvironmentPosition
    var name: String
    var uuid: String?
    var description = ""
    var version: Int64 = 1
    var inherits = true
    var payloads: [ProfilePayload] = []
    var previousVersions: [EnvironmentProfileVersion] = []

    package var title: String { name }
}

/// An earlier version of an SDK profile.
struct EnvironmentProfileVersion: Sendable {
    var version: Int64
    var payloads: [ProfilePayload]
}
