import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Each change of a device and the event it is told as, whoever makes it (AdminNotifications, "Events").
struct NotificationChangeTests {
    /// Lends a console with a device that has told everything once.
    private static func with(
        format: String = "Json", _ body: @escaping @Sendable (TestConsole, FakeNetwork) async throws -> Void
    ) async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            _ = try await console.signedInDevice()
            try await console.execute(
                "UPDATE device SET friendlyName = 'old', osVersion = '1.0', phone = '1', assetNumber = 'A-1', email = ''"
            )
            try await console.notify(TestConsole.draft(format: format))
            try await body(console, fake)
        }
    }

    @Test(arguments: [
        ("complianceStatus = 4", "Compliance Status Changed", 9002),
        ("isCompromised = 1", "Compromised Status Changed", 178),
        ("phone = '+47 22'", "Device Phone Number Changed", 9015),
        ("phone = NULL", "Device Phone Number Changed", 9015),
        ("assetNumber = 'A-7'", "Device Asset Number Changed", 9010),
        ("friendlyName = 'new'", "Device Friendly Name Changed", 642),
        ("osVersion = '18.1'", "Device Operating System Changed", 9012),
        ("ownership = 'EmployeeOwned'", "Device Ownership Changed", 9014),
        (
            "groupId = (SELECT id FROM organizationGroup WHERE code = 'appreview')",
            "Device Organization Group Changed",
            9013
        ),
        ("userId = NULL", "Device Check In", 9003), ("enrollmentStatus = 7", "Break MDM Confirmed", 39),
        ("enrollmentStatus = 0", "Break MDM Confirmed", 39),
    ])
    func `A change is told once, by its number and its words`(change: String, type: String, id: Int) async throws {
        try await Self.with { console, fake in
            try await console.execute("UPDATE device SET \(change)")
            try await console.execute("UPDATE device SET \(change)")
            try await console.deliver()
            #expect(fake.eventTypes == [type])
            let event = try fake.event()
            #expect(event["EventType"] as? String == type && event["EventId"] as? Int == id)
        }
    }

    @Test func `A wipe is told when it is done, not when it is ordered`() async throws {
        try await Self.with { console, fake in
            try await console.execute("UPDATE device SET enrollmentStatus = 6")
            try await console.deliver()
            #expect(fake.requests.isEmpty)
            try await console.execute("UPDATE device SET enrollmentStatus = 8")
            try await console.deliver()
            #expect(fake.eventTypes == ["Device Wipe"])
            #expect(try fake.event()["EventId"] as? Int == 25)
        }
    }

    @Test func `Several changes at once are told one by one`() async throws {
        try await Self.with { console, fake in
            try await console.execute("UPDATE device SET ownership = 'CorporateShared', phone = '2', isCompromised = 1")
            try await console.deliver()
            #expect(
                Set(fake.eventTypes) == [
                    "Device Ownership Changed", "Device Phone Number Changed", "Compromised Status Changed",
                ])
            #expect(fake.eventTypes.count == 3)
            // Each tells of the device as it is after all of them.
            for index in 0..<3 {
                let event = try fake.event(index)
                #expect(event["PhoneNumber"] as? String == "2" && event["Ownership"] as? String == "CorporateShared")
                #expect(event["CompromisedStatus"] as? String == "Compromised")
            }
        }
    }

    @Test(arguments: [
        (DevicePlatform.appleOsX, 170), (.winRT, 170), (.apple, 148),
    ])
    func `Computers enroll under a number of their own`(platform: DevicePlatform, id: Int) async throws {
        try await Self.with { console, fake in
            try await console.execute("UPDATE device SET platform = '\(platform.rawValue)', enrollmentStatus = 2")
            try await console.deliver()
            let before = fake.requests.count
            try await console.execute("UPDATE device SET enrollmentStatus = 4")
            try await console.deliver()
            #expect(Array(fake.eventTypes.dropFirst(before)) == ["MDM Enrollment Complete"])
            let event = try fake.event(before)
            #expect(event["EventId"] as? Int == id && event["Platform"] as? String == platform.rawValue)
        }
    }

    @Test(arguments: [
        ("Enrollment", "enrollmentStatus = 7", 0), ("UnenrolledEnterpriseWipe", "enrollmentStatus = 7", 1),
        ("Wipe", "enrollmentStatus = 7", 0), ("CompromisedStatusChange", "isCompromised = 1", 1),
        ("ComplianceStatusChange", "isCompromised = 1", 0), ("CheckOutCheckIn", "userId = NULL", 1),
    ])
    func `Only what its switch asks for is told`(choice: String, change: String, count: Int) async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            _ = try await console.signedInDevice()
            try await console.notify(TestConsole.draft(events: #"{"\#(choice)":true}"#))
            try await console.execute("UPDATE device SET \(change)")
            try await console.deliver()
            #expect(fake.requests.count == count)
        }
    }

    @Test(arguments: [
        ("PhoneNumber", "phone = '2'"), ("AssetNumber", "assetNumber = '2'"), ("FriendlyName", "friendlyName = '2'"),
        ("OperatingSystem", "osVersion = '2'"), ("Ownership", "ownership = 'CorporateShared'"),
    ])
    func `Attributes have switches of their own`(choice: String, change: String) async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            _ = try await console.signedInDevice()
            try await console.execute("UPDATE device SET friendlyName = 'old', osVersion = '1.0'")
            let events = #"{"DeviceAttributes":{"\#(choice)":true}}"#
            try await console.notify(TestConsole.draft(name: "wants", events: events))
            try await console.notify(TestConsole.draft(name: "does not", events: #"{"Enrollment":true}"#))
            try await console.execute("UPDATE device SET \(change)")
            try await console.deliver()
            #expect(try await console.deliveries().compactMap { $0["targetName"] as? String } == ["wants"])
        }
    }

    @Test func `Awkward texts arrive as they are, in both forms`() async throws {
        let name = #"<b>"Ada" & 'Bob'</b> ]]> \ 🏔 é"#
        for format in ["Json", "Xml"] {
            try await Self.with(format: format) { console, fake in
                try await console.parts.core.database.write { transaction in
                    try transaction.db.execute(sql: "UPDATE device SET friendlyName = ?", arguments: [name])
                }
                try await console.deliver()
                let body = try #require(fake.requests.first).request.body
                let value = format == "Json" ? try JSONValue(json: body) : try XMLDocument(body).value
                guard case .object(let members) = value else {
                    Issue.record("\(format): \(value)")
                    return
                }
                #expect(members.first { $0.name == "DeviceFriendlyName" }?.value == .string(name), "\(format)")
                #expect(members.count == 26, "\(format)")
            }
        }
    }
}
