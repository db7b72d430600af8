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

/// Which events are told, and how (AdminNotifications, "Events").
struct NotificationEventTests {
    private static let members = [
        "EventId", "EventType", "DeviceId", "DeviceFriendlyName", "EnrollmentEmailAddress", "EnrollmentUserName",
        "EventTime", "EnrollmentStatus", "CompromisedStatus", "CompromisedTimeStamp", "ComplianceStatus", "PhoneNumber",
        "Udid", "SerialNumber", "MACAddress", "DeviceIMEI", "EnrollmentUserId", "AssetNumber", "Platform",
        "OperatingSystem", "Ownership", "SIMMCC", "CurrentMCC", "OrganizationGroupName", "DeviceUUID",
        "EnrollmentUserUUID",
    ]

    @Test func `An enrollment is told as a real console tells it`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            try await console.notify()
            let client = try await console.signedInDevice()
            try await console.deliver()
            #expect(fake.eventTypes == ["MDM Enrollment Complete"])
            let request = try #require(fake.requests.first).request
            let names = request.text.matches(of: /"(?<name>\w+)":/).map { String($0.name) }
            #expect(names == Self.members)
            let event = try fake.event()
            #expect(event["EventId"] as? Int == 148 && event["EnrollmentStatus"] as? String == "Enrolled")
            #expect(event["EventTime"] as? String == "2026-03-05T10:20:30.0000000Z")
            #expect(event["Udid"] as? String == client.device.value.uppercased())
            #expect(
                event["EnrollmentUserName"] as? String == "demo" && event["MACAddress"] as? String == "000000000000")
            #expect(event["DeviceId"] is Int && event["EnrollmentUserId"] is Int && event["SIMMCC"] as? String == "")
            #expect(event["CompromisedStatus"] as? String == "" && event["Platform"] as? String == "Apple")
        }
    }

    @Test func `A target that wants XML gets the same members as elements`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            try await console.notify(TestConsole.draft(format: "XML"))
            _ = try await console.signedInDevice()
            try await console.deliver()
            let request = try #require(fake.requests.first).request
            #expect(request.header("content-type") == "application/xml; charset=utf-8")
            #expect(
                request.text.contains("<Eventlog><EventId>148</EventId><EventType>MDM Enrollment Complete</EventType>"))
            let names = request.text.matches(of: /<(?<name>[A-Z]\w+)>/).map { String($0.name) }
            #expect(names == ["Eventlog"] + Self.members)
        }
    }

    @Test func `Changes of attributes are told one by one`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let client = try await console.signedInDevice()
            try await console.notify()
            var report = client.beacon()
            // The first name and version are no change.
            try await client.sendBeacon(report)
            try await console.deliver()
            let before = fake.requests.count
            report.osVersion = "17.4"
            try await client.sendBeacon(report)
            let path = "mdm/devices/udid/\(client.device)"
            #expect(try await console.change(client.device.value, #"{"friendlyName":"Ada's"}"#).status == .ok)
            #expect(try await console.change(client.device.value, #"{"assetNumber":"A-1"}"#).status == .ok)
            #expect(try await console.change(client.device.value, #"{"ownership":"EmployeeOwned"}"#).status == .ok)
            #expect(try await console.change(client.device.value, #"{"ownership":"EmployeeOwned"}"#).status == .ok)
            try await console.deliver()
            #expect(
                Array(fake.eventTypes.dropFirst(before)) == [
                    "Device Operating System Changed", "Device Friendly Name Changed", "Device Asset Number Changed",
                    "Device Ownership Changed",
                ])
            let event = try fake.event(before + 3)
            #expect(event["OperatingSystem"] as? String == "17.4" && event["DeviceFriendlyName"] as? String == "Ada's")
            #expect(event["AssetNumber"] as? String == "A-1" && event["Ownership"] as? String == "EmployeeOwned")
            #expect(try fake.event(before + 1)["EventId"] as? Int == 642)
            _ = try await console.api.object(path)
        }
    }

    @Test func `A device that is compromised, wiped, and enrolls again is reported at each step`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let client = try await console.signedInDevice()
            try await client.sendBeacon(client.beacon())
            try await console.notify()
            var report = client.beacon()
            report.isCompromised = true
            try await client.sendBeacon(report)
            try await console.deliver()
            #expect(fake.eventTypes.contains("Compromised Status Changed"))
            let told = try fake.event(fake.eventTypes.firstIndex(of: "Compromised Status Changed") ?? 0)
            #expect(told["EventId"] as? Int == 178 && told["CompromisedStatus"] as? String == "Compromised")
            let before = fake.requests.count
            for command in ["EnterpriseWipe", "DeviceWipe"] {
                let back = try await console.signedInDevice()
                let path = "mdm/devices/commands?searchby=Udid&id=\(client.device)&command=\(command)"
                #expect(try await console.api.call(.post, path).status == .accepted)
                try await back.unenroll()
            }
            try await console.deliver()
            let types = Array(fake.eventTypes.dropFirst(before)).filter { !$0.contains("Status Changed") }
            #expect(types.contains("Break MDM Confirmed") && types.last == "Device Wipe", "\(types)")
            #expect(types.filter { $0 == "MDM Enrollment Complete" }.count >= 1)
            #expect(try fake.event(fake.requests.count - 1)["EventId"] as? Int == 25)
        }
    }

    @Test func `A deleted device is reported as it was`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let client = try await console.signedInDevice()
            try await console.notify()
            #expect(try await console.admin(.delete, "/_mock/devices/\(client.device)").status == .noContent)
            try await console.deliver()
            #expect(fake.eventTypes == ["Device Deleted"])
            let event = try fake.event()
            #expect(event["Udid"] as? String == client.device.value.uppercased())
            #expect(event["EnrollmentUserName"] as? String == "demo")
            let row = try #require(try await console.deliveries().first)
            #expect(row["device"] == nil && row["state"] as? String == "delivered")
        }
    }

    @Test func `Handing a device over and taking it back is reported`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            try await console.addUser("ada")
            let client = try await console.signedInDevice()
            try await console.notify()
            let path = "/_mock/devices/\(client.device)"
            #expect(try await console.admin(.post, "\(path)/check-in").status == .ok)
            #expect(try await console.admin(.post, "\(path)/check-out", text: #"{"username":"ada"}"#).status == .ok)
            try await console.deliver()
            #expect(fake.eventTypes == ["Device Check In", "Device Check Out"])
            #expect(try fake.event(0)["EnrollmentUserId"] as? Int == 0)
            #expect(try fake.event(1)["EnrollmentUserName"] as? String == "ada")
        }
    }

    @Test func `The address of a user is told for each of their devices`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            _ = try await console.signedInDevice()
            try await console.notify()
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "UPDATE enrollmentUser SET email = 'ada@example.test' WHERE username = 'demo'")
            }
            try await console.deliver()
            #expect(fake.eventTypes == ["Device User Email Address Changed"])
            #expect(try fake.event()["EnrollmentEmailAddress"] as? String == "ada@example.test")
        }
    }

    @Test func `A group hears of itself and of what is below, and of what leaves it`() async throws {
        let fake = FakeNetwork(["top.test": ["8.8.8.8"], "demo.test": ["8.8.4.4"], "review.test": ["9.9.9.9"]])
        try await withConsole(network: fake.network) { console in
            let (demo, review) = (try await console.groupID("demo"), try await console.groupID("appreview"))
            try await console.notify(TestConsole.draft(name: "top", url: "https://top.test/"))
            try await console.notify(TestConsole.draft(name: "demo", url: "https://demo.test/", group: "\(demo)"))
            try await console.notify(TestConsole.draft(name: "review", url: "https://review.test/", group: "\(review)"))
            let client = try await console.signedInDevice()
            try await console.deliver()
            #expect(Set(fake.requests.map(\.request.url.host)) == ["top.test", "demo.test"])
            let before = fake.requests.count
            #expect(try await console.change(client.device.value, #"{"group":"appreview"}"#).status == .ok)
            try await console.deliver()
            let hosts = fake.requests.dropFirst(before).map(\.request.url.host)
            #expect(Set(hosts) == ["top.test", "demo.test", "review.test"] && hosts.count == 3)
            #expect(fake.eventTypes.dropFirst(before).allSatisfy { $0 == "Device Organization Group Changed" })
        }
    }

    @Test func `What is not asked for, or rolled back, is not told`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            try await console.notify(TestConsole.draft(events: #"{"Wipe":true}"#))
            try await console.notify(TestConsole.draft(name: "off", isActive: false))
            let client = try await console.signedInDevice()
            #expect(try await console.change(client.device.value, #"{"friendlyName":"x"}"#).status == .ok)
            struct Stop: Error {}
            await #expect(throws: Stop.self) {
                try await console.parts.core.database.write { transaction in
                    try transaction.db.execute(sql: "UPDATE device SET enrollmentStatus = 6")
                    try transaction.db.execute(sql: "UPDATE device SET enrollmentStatus = 8")
                    throw Stop()
                }
            }
            #expect(try await console.deliver()["attempted"] as? Int == 0)
            #expect(try await console.deliveries().isEmpty && fake.requests.isEmpty)
            let left = try await console.parts.core.database.read { db in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM deviceChange")
            }
            #expect(left == 0)
        }
    }

    @Test func `Many changes in one unit of work are all told, within the bound`() async throws {
        let fake = FakeNetwork()
        try await withConsole([\.retentionDeliveries: "700"], network: fake.network) { console in
            try await console.notify(TestConsole.draft(isActive: true))
            let demo = try await console.groupID("demo")
            try await console.parts.core.database.write { transaction in
                for number in 0..<1201 {
                    try transaction.db.execute(
                        sql: """
                            INSERT INTO device (uuid, identifier, groupId, enrollmentStatus, lastSeenAt, createdAt)
                            VALUES (?, ?, ?, 4, 1, 1)
                            """, arguments: ["u\(number)", "d\(number)", demo])
                }
            }
            let (left, rows) = try await console.parts.core.database.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM deviceChange"),
                    try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM notificationDelivery")
                )
            }
            #expect(left == 0 && rows == 700)
            _ = try await console.admin(.delete, "/_mock/notification-deliveries?all=true")
        }
    }
}
