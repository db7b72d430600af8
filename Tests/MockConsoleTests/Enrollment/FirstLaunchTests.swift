import DeviceProtocol
import DeviceSimulator
import HTTPTypes
import Testing
@testable import MockConsole

/// The story of a first launch (ClientSequence, section 7.1), with either credential.
@Suite struct FirstLaunchTests {
    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A fresh app signs in, gets its profile, and what it sends is kept`(scheme: SimulatedClient.Scheme)
        async throws
    {
        try await withConsole { console in
            var device = try console.device(scheme: scheme)
            let profile = try await device.firstLaunch(
                username: "demo", password: "demo", organizationGroup: "demo")
            #expect(profile.displayName == "Review")
            #expect(profile.payloads.map(\.type).contains("AnalyticsSettingsV2"))
            try await device.uploadLog("first line\nsecond line\n")

            let known = try await console.adminJSON("/_mock/devices/\(device.device)")
            #expect(known["enrollmentStatusCode"] as? Int == 4)
            #expect(known["user"] as? String == "demo")
            #expect(known["osVersion"] as? String == "17.3")
            let beacons = try await console.adminJSON("/_mock/devices/\(device.device)/beacons")
            #expect(beacons["total"] as? Int == 1)
            let logs = try await console.adminJSON("/_mock/devices/\(device.device)/logs")
            let log = try #require((logs["items"] as? [[String: Any]])?.first)
            let id = try #require(log["id"] as? Int)
            let text = try await console.admin(.get, "/_mock/devices/\(device.device)/logs/\(id)").text
            #expect(text == "first line\nsecond line\n")
        }
    }
}
