/// A kind of object in environment files, by its name in the event log and in conflicts.
package enum EnvironmentKind: String, CaseIterable, Sendable {
    case application, applicationGroup, brandingImage, complianceRule, enrollmentUser, eventNotification, geofence
    case mdmProfile, organizationGroup, restrictionPolicy, sdkProfile, settings, smartGroup, tag, termsOfUse, userGroup

    /// The action in the event log when an import creates one.
    var created: EventAction {
        switch self {
        case .application: .applicationCreated
        case .applicationGroup: .applicationGroupCreated
        case .brandingImage: .brandingImageCreated
        case .complianceRule: .complianceRuleCreated
        case .enrollmentUser: .enrollmentUserCreated
        case .eventNotification: .eventNotificationCreated
        case .geofence: .geofenceCreated
        case .mdmProfile: .mdmProfileCreated
        case .organizationGroup: .organizationGroupCreated
        case .restrictionPolicy: .restrictionPolicyCreated
        case .sdkProfile: .sdkProfileCreated
        case .settings: .settingsCreated
        case .smartGroup: .smartGroupCreated
        case .tag: .tagCreated
        case .termsOfUse: .termsOfUseCreated
        case .userGroup: .userGroupCreated
        }
    }

    /// The action in the event log when an import changes one.
    var updated: EventAction {
        switch self {
        case .application: .applicationUpdated
        case .applicationGroup: .applicationGroupUpdated
        case .brandingImage: .brandingImageUpdated
        case .complianceRule: .complianceRuleUpdated
        case .enrollmentUser: .enrollmentUserUpdated
        case .eventNotification: .eventNotificationUpdated
        case .geofence: .geofenceUpdated
        case .mdmProfile: .mdmProfileUpdated
        case .organizationGroup: .organizationGroupUpdated
        case .restrictionPolicy: .restrictionPolicyUpdated
        case .sdkProfile: .sdkProfileUpdated
        case .settings: .settingsUpdated
        case .smartGroup: .smartGroupUpdated
        case .tag: .tagUpdated
        case .termsOfUse: .termsOfUseUpdated
        case .userGroup: .userGroupUpdated
        }
    }
}
