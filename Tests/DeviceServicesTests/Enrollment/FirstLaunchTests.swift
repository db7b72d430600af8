import DeviceProtocol
import DeviceSimulator
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// The story of a first launch (ClientSequence, section 7.1), with either credential.
struct FirstLaunchTests {
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

/// Logins of clients for other platforms (DeviceServices, section 7.3.3).
struct XMLLoginTests {
    private func body(password: String) -> String {
        """
        <?xml version="1.0"?>
        <AWAuthenticationRequest><Username><![CDATA[demo]]></Username><Password><![CDATA[\(password)]]></Password>
        <ActivationCode><![CDATA[demo]]></ActivationCode><Udid><![CDATA[0123abcd]]></Udid>
        <DeviceType><![CDATA[5]]></DeviceType><BundleId><![CDATA[com.example.demo]]></BundleId>
        <AuthenticationType><![CDATA[2]]></AuthenticationType></AWAuthenticationRequest>
        """
    }

    @Test(arguments: [("demo", "AUTH-0"), ("wrong", "AUTH-1001")])
    func `A login in XML is answered like one in JSON`(password: String, code: String) async throws {
        try await withConsole { console in
            let response = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws", text: body(password: password))
            #expect(response.status == .ok)
            #expect(try response.json()["StatusCode"] as? String == code)
        }
    }

    @Test(arguments: ["<", "<AWAuthenticationRequest>", "<a><b></a></b>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>"])
    func `XML that is none is refused`(text: String) async throws {
        try await withConsole { console in
            let response = try await console.send(.post, "/deviceservices/AuthenticationEndpoint.aws", text: text)
            #expect(response.status == .badRequest)
        }
    }
}
