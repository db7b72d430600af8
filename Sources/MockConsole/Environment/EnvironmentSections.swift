import AdminServices
import ConsoleModel
import DeviceServices
import MockControl

/// The sections of environment files below organization groups, in the order in which they are written.
///
/// The order in which it is imported is that of ``Features``.
enum EnvironmentSections {
    /// Every section.
    static let all: [any EnvironmentSection.Type] = [
        GroupSettingsEnvironmentSection.self,
        RestrictedUserGroupsEnvironmentSection.self,
        TagEnvironmentSection.self,
        UserEnvironmentSection.self,
        UserGroupEnvironmentSection.self,
        BrandingImageEnvironmentSection.self,
        GeofenceEnvironmentSection.self,
        ProfileEnvironmentSection.self,
        ComplianceEnvironmentSection.self,
        SmartGroupEnvironmentSection.self,
        ApplicationEnvironmentSection.self,
        AppGroupEnvironmentSection.self,
        MDMProfileEnvironmentSection.self,
        TermsOfUseEnvironmentSection.self,
        EventNotificationEnvironmentSection.self,
        ClockEnvironmentSection.self,
        FaultEnvironmentSection.self,
        ScenarioEnvironmentSection.self,
    ]

    /// Their keys.
    static let keys = all.map { $0.key }
}
