import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The list of devices, its filters, and what is done with chosen rows.
struct DeviceListPageTests {
    @Test func `Without devices the page says what to do next`() async throws {
        try await withConsole { console in
            let page = try await DevicePageWorld.browser(console).page("/console/devices")
            #expect(page.words.contains("No devices yet") && page.words.contains("mockuem simulate"))
            #expect(page.text.contains("<a href=\"/console/devices\" aria-current=\"page\">List View</a>"))
        }
    }

    @Test(arguments: [
        ("", ["ada iPhone", "Till 4", "bbbb2222"]), ("?text=till", ["Till 4"]), ("?group=lab", ["bbbb2222"]),
        ("?platform=Android", ["Till 4"]), ("?ownership=EmployeeOwned", ["bbbb2222"]), ("?model=ipad", ["bbbb2222"]),
        ("?status=Enrolled", ["ada iPhone"]), ("?compliance=Non-compliant", ["bbbb2222"]),
        ("?user=ada", ["ada iPhone"]),
        ("?tag=pilot", []), ("?compromised=true", []), ("?platform=Android&group=demo", []),
    ])
    func `Filters stand in the address`(query: String, names: [String]) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let page = try await DevicePageWorld.browser(console).page("/console/devices\(query)")
            for udid in ["aaaa1111", "bbbb2222", "cccc3333"] {
                let isThere = page.text.contains("href=\"/console/devices/\(udid)\"")
                let isWanted = names.contains {
                    $0 == udid || ($0 == "ada iPhone" && udid == "aaaa1111") || ($0 == "Till 4" && udid == "cccc3333")
                }
                #expect(isThere == isWanted, "\(udid) \(query)")
            }
            if names.isEmpty { #expect(page.words.contains("No device matches")) }
            if query == "?platform=Android" { #expect(page.text.contains("value=\"Android\" selected")) }
        }
    }

    @Test func `Pages keep the filters`() async throws {
        try await withConsole { console in
            for number in 100..<155 {
                let response = try await console.admin(
                    .post, "/_mock/devices", text: #"{"udid":"dd\#(number)","group":"demo"}"#)
                try #require(response.status == .created)
            }
            let browser = try await DevicePageWorld.browser(console)
            let first = try await browser.page("/console/devices?group=demo")
            #expect(first.words.contains("1–50 of 55"))
            #expect(first.text.contains("href=\"/console/devices?group=demo&amp;page=1\""))
            let second = try await browser.page("/console/devices?group=demo&page=1")
            #expect(second.words.contains("51–55 of 55") && second.text.contains("/console/devices/dd154"))
        }
    }

    @Test func `A name with markup stays text`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .post, "/_mock/devices",
                text: #"{"udid":"aaaa1111","group":"demo","friendlyName":"<script>alert(1)</script>"}"#)
            let browser = try await DevicePageWorld.browser(console)
            for path in ["/console/devices", "/console/devices/aaaa1111"] {
                let page = try await browser.page(path)
                #expect(!page.text.contains("<script>alert"), "\(path)")
                #expect(page.text.contains("&lt;script&gt;alert(1)"), "\(path)")
            }
        }
    }

    @Test func `Chosen devices are wiped after a question`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let browser = try await DevicePageWorld.browser(console)
            let asked = try await browser.submit(
                "/console/devices/chosen", on: "/console/devices", ["key": "1", "action": "enterpriseWipe"])
            #expect(asked.words.contains("Enterprise Wipe (1)") && asked.words.contains("ada iPhone"))
            let target = "/console/devices/chosen?action=enterpriseWipe&ids=1"
            let unsure = try await browser.submit(
                "/console/devices/chosen/send", on: target, ["action": "enterpriseWipe", "ids": "1"])
            #expect(unsure.words.contains("has to be ticked"))
            #expect(try await console.adminJSON("/_mock/devices/aaaa1111")["enrollmentStatus"] as? String == "Enrolled")
            let done = try await browser.submit(
                "/console/devices/chosen/send", on: target, ["action": "enterpriseWipe", "ids": "1", "isSure": "true"])
            #expect(done.words.contains("Enterprise Wipe: 1 device."))
            let device = try await console.adminJSON("/_mock/devices/aaaa1111")
            #expect(device["enrollmentStatus"] as? String == "Enterprise wipe pending")
        }
    }

    @Test func `Chosen devices get a tag and another group`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            _ = try await console.importEnvironment(
                "version: 1\norganizationGroups:\n  - {path: global, tags: [{name: pilot}]}\n")
            let browser = try await DevicePageWorld.browser(console)
            let tagged = try await browser.submit(
                "/console/devices/chosen/send", on: "/console/devices/chosen?action=tag&ids=1,3",
                ["action": "tag", "ids": "1,3", "tag": "pilot"])
            #expect(tagged.words.contains("Add tag: 2 devices."), "\(tagged.words.prefix(400))")
            #expect(try await console.adminJSON("/_mock/devices?tag=pilot")["total"] as? Int == 2)
            let moved = try await browser.submit(
                "/console/devices/chosen/send", on: "/console/devices/chosen?action=group&ids=1",
                ["action": "group", "ids": "1", "group": "lab"])
            #expect(moved.words.contains("Change Organization Group: 1 device."), "\(moved.words.prefix(400))")
            #expect(try await console.adminJSON("/_mock/devices/aaaa1111")["groupId"] as? String == "lab")
        }
    }

    @Test func `Devices that refuse a query are told of`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let browser = try await DevicePageWorld.browser(console)
            let done = try await browser.submit(
                "/console/devices/chosen", on: "/console/devices", ["key": "2", "action": "query"])
            #expect(done.words.contains("Query: 0 devices; 1 refused"), "\(done.words.prefix(600))")
            let none = try await browser.submit("/console/devices/chosen", on: "/console/devices", ["action": "lock"])
            #expect(none.words.contains("Choose at least one device."))
        }
    }

    @Test func `Who may only read chooses nothing`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let page = try await DevicePageWorld.reader(console).page("/console/devices")
            #expect(page.words.contains("ada iPhone"))
            #expect(!page.text.contains("type=\"checkbox\"") && !page.words.contains("Enterprise Wipe"))
        }
    }
}
