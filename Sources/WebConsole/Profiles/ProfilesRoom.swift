import ConsoleModel

/// SDK profiles, geofences, and the two places with the settings of default SDK profiles.
struct ProfilesRoom: ConsoleRoom {
    private static let group = "Groups & Settings"

    var places: [Place] {
        [
            Place(
                "SDK Profiles", "/console/profiles", in: Self.group, area: .profiles,
                keywords: [
                    "Profiles", "Payloads", "Default SDK Profile", "Custom SDK Profile", "Property list", "Versions",
                    "Credentials", "Certificates", "Website Filtering", "SDK App Compliance",
                ]),
            Place(
                "Geofences", "/console/geofences", in: Self.group, area: .profiles,
                keywords: ["Geofencing", "Geofence Areas", "Location"]),
        ] + PolicyCatalogue.pages.flatMap(places)
    }

    /// Places of a page of policies: the page, and each policy on it by its labels.
    private func places(of page: PolicyCatalogue.Page) -> [Place] {
        [Place(page.place, page.path, in: "", area: .profiles, keywords: page.keywords + [SettingsRoom.allSettings])]
            + page.policies.flatMap { policy in
                [
                    Place(
                        "\(page.place) › \(policy.title)", "\(page.path)#\(policy.id)", in: "", area: .profiles,
                        keywords: ["Settings & Policies › \(page.title) › \(policy.title)"]
                            + policy.settings.map { SettingWords.label($0) } + policy.keywords
                            + [SettingsRoom.allSettings])
                ]
                    + policy.parts.map { part in
                        Place(
                            "\(page.place) › \(part.title)", "\(page.path)#\(part.anchor)", in: "", area: .profiles,
                            keywords: ["Settings & Policies › \(page.title) › \(part.title)", SettingsRoom.allSettings])
                    }
            }
    }

    func addPages(to door: PageDoor) {
        for page in PolicyCatalogue.pages { PolicyPages(page: page).add(to: door) }
        BrandingImage.add(to: door)
        ProfileListPage.add(to: door)
        ProfilePage.add(to: door)
        PayloadPage.add(to: door)
        ProfileVersionPages.add(to: door)
        ProfilePreviewPage.add(to: door)
        ProfileAppsPage.add(to: door)
        GeofencePages().add(to: door)
    }
}
