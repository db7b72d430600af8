import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Sections of environment files, which features bring along.
struct EnvironmentSectionTests {
    @Test func `What a file can say is imported, each thing after what it refers to`() async throws {
        let keys = try await withParts { parts in
            parts.features.environment.importer.sections.map { type(of: $0).key }
        }
        #expect(
            keys == [
                "tags", "users", "userGroups", "restrictedUserGroups", "geofences", "images", "profiles", "settings",
                "complianceRules", "smartGroups", "applications", "applicationGroups", "mdmProfiles", "termsOfUse",
                "eventNotifications", "clock", "faults", "scenarios",
            ])
        #expect(Set(keys) == Set(EnvironmentSections.keys))
        #expect(Set(keys).count == keys.count)
    }

    @Test func `It is written in an order of its own`() {
        #expect(
            EnvironmentSections.keys == [
                "settings", "restrictedUserGroups", "tags", "users", "userGroups", "images", "geofences", "profiles",
                "complianceRules", "smartGroups", "applications", "applicationGroups", "mdmProfiles", "termsOfUse",
                "eventNotifications", "clock", "faults", "scenarios",
            ])
    }
}
