import DeviceProtocol
import DeviceSimulator
import Foundation

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import DeviceServices
@testable import MockConsole

extension DeviceRoute {
    /// The logo of the built-in environment.
    static let brandingImage = get(
        "brandingImage", "/deviceservices/branding/{uuid}", isAuthenticated: false
    ).with(\.captures, ["uuid": logoUUID])

    private static var logoUUID: String {
        let images = (try? EnvironmentReader.read(EnvironmentFixtures.builtIn()))?.groups.flatMap(\.images) ?? []
        let data = images.first { $0.name == "logo" }?.data ?? Data()
        return NamedUUID.of([Data("demo".utf8), Data("logo".utf8), data])
    }

    /// Routes of profiles beside the fetch.
    static let profiles = [brandingImage]
}
