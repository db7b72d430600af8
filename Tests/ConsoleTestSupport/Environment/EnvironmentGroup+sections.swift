@testable import AdminServices
@testable import ConsoleModel
@testable import DeviceServices

/// What tests ask of a group of an environment file.
extension EnvironmentGroup {
    var settings: [GroupSetting: EnvironmentSetting]? { self[GroupSettingsEnvironmentSection.self] }
    var tags: [EnvironmentTag] { self[TagEnvironmentSection.self] ?? [] }
    var users: [EnvironmentUser] { self[UserEnvironmentSection.self] ?? [] }
    var userGroups: [EnvironmentUserGroup] { self[UserGroupEnvironmentSection.self] ?? [] }
    var images: [EnvironmentImage] { self[BrandingImageEnvironmentSection.self] ?? [] }
    var profiles: [EnvironmentProfile] { self[ProfileEnvironmentSection.self] ?? [] }
    var smartGroups: [EnvironmentSmartGroup] { self[SmartGroupEnvironmentSection.self] ?? [] }
    var applications: [EnvironmentApplication] { self[ApplicationEnvironmentSection.self] ?? [] }
}
