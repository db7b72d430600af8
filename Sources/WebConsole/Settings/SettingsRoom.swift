import ConsoleModel

/// Organization groups, their settings, and what programs sign in with.
struct SettingsRoom: ConsoleRoom {
    private static let group = "Groups & Settings"

    var places: [Place] {
        [
            Place(
                "Groups", "/console/groups", in: Self.group, area: .organizationGroups,
                keywords: ["Organization Groups", "Customer", "Group ID"]),
            Place(
                "All Settings", "/console/settings", in: Self.group, area: .organizationGroups,
                keywords: ["System", "Inherit", "Override"]),
            Place(
                "API Keys", "/console/api-keys", in: Self.group, area: .administrators,
                keywords: ["REST API", "Tenant code"]),
            Place(
                "OAuth Clients", "/console/oauth-clients", in: Self.group, area: .administrators, keywords: ["Token"]),
        ]
            + SettingsCatalogue.pages.map {
                Place(
                    $0.place, "/console/settings/\($0.id)", in: "", area: .organizationGroups,
                    keywords: $0.settings.map(\.label) + $0.keywords + [Self.allSettings])
            }
    }

    /// What stands before each place of settings in the guides.
    static let allSettings = "\(group) › All Settings"

    func addPages(to door: PageDoor) {
        GroupPages().add(to: door)
        SettingsPages().add(to: door)
        ProgramPages.apiKeys.add(to: door)
        ProgramPages.oauthClients.add(to: door)
    }
}
