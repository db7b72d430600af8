import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Requests that the console signs and sends in place of an app.
struct StandInTests {
    private static let udid = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    private static let route = "/_mock/devices/\(udid)/requests"
    private static let beacon = """
        {"method": "POST", "path": "/deviceservices/AirWatchBeacon.svc/checkin", "body":
         {"payLoad": {"DeviceIdentifier": "\(udid)", "BundleId": "com.example.demo", "OsVersion": "18.9"}}}
        """
    private static let fetch = """
        {"path": "/deviceservices/iOS/SettingsEndpoint.aspx?bundleid=com.example.demo&configtypeid=21&deviceType=2&uid=\(udid)"}
        """

    @Test func `A beacon and a fetch are signed anew each time, however late it is`() async throws {
        try await withConsole([\.signatureFreshness: "60", \.signatureReplay: "refuse"]) { console in
            _ = try await console.signedInDevice()
            for _ in 1...2 {
                console.clock.advance(seconds: 3600)
                for order in [Self.beacon, Self.fetch] {
                    let answer = try await console.admin(.post, Self.route, text: order)
                    #expect(answer.status == .ok, "\(answer.text)")
                    let body = try answer.json()
                    #expect(body["status"] as? Int == 200 && body["bundleId"] as? String == "com.example.demo")
                    let id = try #require(body["entry"] as? Int)
                    let entry = try await console.adminJSON("/_mock/journal/\(id)")
                    #expect(entry["device"] as? String == Self.udid && entry["status"] as? Int == 200)
                }
            }
            let beacons = try await console.items("/_mock/beacons")
            #expect(beacons.count == 2)
            let report = beacons.first?["report"] as? [String: Any]
            #expect((report?["payLoad"] as? [String: Any])?["OsVersion"] as? String == "18.9")
        }
    }

    @Test func `The event log says who acted as the device`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.admin(.post, Self.route, text: Self.fetch)
            let event = try #require(try await console.eventRows("action=device.actedFor").first)
            #expect(event["subject"] as? String == Self.udid && event["actorKind"] as? String == "administrator")
            let after = event["after"] as? [String: Any]
            #expect(after?["path"] as? String == "/deviceservices/iOS/SettingsEndpoint.aspx")
        }
    }

    @Test func `A refusal and a fault are told as they are`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let missing = try await console.admin(
                .post, Self.route, text: #"{"path": "/deviceservices/nowhere", "headers": {"x-test": "1"}}"#)
            #expect(try missing.json()["status"] as? Int == 404)
            _ = try await console.admin(
                .post, "/_mock/faults",
                text: #"{"match": {"path": "/deviceservices/**"}, "action": {"status": 503}, "times": 1}"#)
            #expect(try await console.admin(.post, Self.route, text: Self.beacon).json()["status"] as? Int == 503)
            _ = try await console.admin(
                .post, "/_mock/faults",
                text: #"{"match": {"path": "/deviceservices/**"}, "action": {"drop": "before"}, "times": 1}"#)
            #expect(try await console.admin(.post, Self.route, text: Self.beacon).json()["status"] as? Int == 0)
            #expect(try await console.total("/_mock/beacons") == 0)
        }
    }

    @Test func `Without a credential in force nothing is sent`() async throws {
        try await withConsole { console in
            try expectRefusal(
                try await console.admin(.post, Self.route, text: Self.beacon), 404, number: 404, saying: "no device")
            _ = try await console.signedInDevice()
            let other = #"{"path": "/deviceservices/nowhere", "bundleId": "com.example.other"}"#
            try expectRefusal(
                try await console.admin(.post, Self.route, text: other), 409, number: 409, saying: "com.example.other")
            _ = try await console.admin(.delete, "/_mock/devices/\(Self.udid)")
            try expectRefusal(try await console.admin(.post, Self.route, text: Self.beacon), 404, number: 404)
            #expect(try await console.eventRows("action=device.actedFor").isEmpty)
        }
    }

    @Test(arguments: [
        ("[]", "has to be an object"), (#"{"path": "/api/system/info"}"#, "path"), (#"{}"#, "path"),
        (#"{"path": "/deviceservices/a b"}"#, "path"), (#"{"path": "/deviceservices/x", "method": "TRACE"}"#, "method"),
        (#"{"path": "/deviceservices/x", "bundleId": "no bundle"}"#, "bundleId"),
        (#"{"path": "/deviceservices/x", "host": "a/b"}"#, "host"),
        (#"{"path": "/deviceservices/x", "headers": {"Authorization": "x"}}"#, "signs with"),
        (#"{"path": "/deviceservices/x", "headers": {"a b": "x"}}"#, "a b"),
        (#"{"path": "/deviceservices/x", "sender": "me"}"#, "sender"), ("{", "cannot be read"),
    ])
    func `What cannot be sent is refused with a sentence`(order: String, words: String) async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            try expectRefusal(
                try await console.admin(.post, Self.route, text: order), 400, number: 400, saying: words)
        }
    }
}
