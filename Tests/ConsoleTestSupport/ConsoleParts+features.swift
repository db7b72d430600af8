import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import DeviceServices
@testable import MockConsole

/// Stores of single features, for tests that ask them directly.
extension ConsoleParts {
    /// The door of a feature.
    func feature<Door: Feature>(_ type: Door.Type) throws -> Door {
        try #require(all.lazy.compactMap { $0 as? Door }.first)
    }

    var commands: CommandStore { get throws { try feature(CommandFeature.self).store } }
    var beacons: BeaconStore { get throws { try feature(BeaconFeature.self).store } }
    var profiles: ProfileStore { get throws { try feature(ProfileFeature.self).store } }
    var applications: ApplicationFeature { get throws { try feature(ApplicationFeature.self) } }
    var notifications: EventNotificationFeature { get throws { try feature(EventNotificationFeature.self) } }
}
