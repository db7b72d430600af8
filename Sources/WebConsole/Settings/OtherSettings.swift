import ConsoleModel

/// Settings that have pages of their own, where the product guides say that they are.
enum OtherSettings {
    /// A page.
    private struct Page {
        let place: String
        let path: String
        let area: AdminPermission.Area
        /// What is set there.
        let settings: String
    }

    private static let pages = [
        Page(
            place: "System › Terms of Use", path: TermsOfUseRoom.path, area: .organizationGroups,
            settings: "Versions, acceptances"),
        Page(
            place: "System › Advanced › API › REST API", path: "/console/api-keys", area: .administrators,
            settings: "API Keys"),
        Page(
            place: "Configurations › OAuth Client Management", path: "/console/oauth-clients", area: .administrators,
            settings: "OAuth Clients"),
        Page(
            place: "System › Advanced › API › Event Notifications", path: NotificationRoom.path, area: .console,
            settings: "Targets, deliveries, queue"),
        Page(
            place: "Apps › Settings and Policies › Profiles", path: ProfileFrame.path, area: .profiles,
            settings: "SDK Profiles"),
        Page(
            place: "Devices & Users › Advanced › Tags", path: TagPages.path, area: .smartGroups, settings: "Tags"),
        Page(
            place: "Devices & Users › General › Enrollment › Registered Devices", path: "/console/registrations",
            area: .users, settings: "Registered, allowed and denied devices"),
        Page(
            place: "Devices & Users › Advanced › Wipe Protection", path: "/console/wipes", area: .organizationGroups,
            settings: "Held wipes, lock"),
    ]

    /// Those that somebody may see, as rows of All Settings.
    static func rows(_ visit: Visit) -> [Table.Row] {
        pages.filter { visit.may(.read, $0.area) }.sorted { $0.place < $1.place }.map { page in
            Table.Row(cells: [.text(page.place).linked(page.path), .text(page.settings)])
        }
    }
}
