import Foundation
import HTTPTypes
import Logging
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import WebConsole

/// Pages that are refused, or not there: they stand within the console.
struct RefusedPageTests {
    private static let navigation = "<nav class=\"places\" aria-label=\"Console\">"

    @Test(arguments: [
        "/console/nowhere", "/console/a/b/c/d", "/console/devices/ffff", "/console/groups/nowhere",
        "/console/journal/0", "/console/devices/1/nowhere", "/console/faults/7", "/console/groups/demo/nowhere/at/all",
        "/console/api",
    ])
    func `What is not there is said with the navigation around it`(path: String) async throws {
        try await withConsole { console in
            let answer = try await DevicePageWorld.browser(console).send(.get, path)
            #expect(answer.status == 404 && answer.text.contains(Self.navigation), "\(answer.words.prefix(300))")
            #expect(answer.words.contains("Not found") && answer.text.contains("href=\"/console/\">Monitor"))
            #expect(answer.headers[.contentSecurityPolicy] != nil && answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test(arguments: [
        "/console/faults/add", "/console/faults/preset", "/console/faults/add/", "/console/faults/7/remove",
    ])
    func `An address that only takes forms says so with the navigation around it`(path: String) async throws {
        try await withConsole { console in
            let answer = try await DevicePageWorld.browser(console).send(.get, path)
            #expect(answer.status == 405 && answer.headers[.allow] == "POST", "\(answer.status) \(answer.headers)")
            #expect(answer.text.contains(Self.navigation) && answer.words.contains("takes forms"))
        }
    }

    @Test func `The portal answers in the same way`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            let fields = ["group": "demo", "name": "demo", "password": "demo"]
            let entered = try await browser.send(.post, "/mydevice/sign-in", body: WebClient.encoded(fields))
            try #require(entered.status == 303, "\(entered.words)")
            for (path, status) in [
                ("/mydevice/devices", 404), ("/mydevice/devices/1", 404), ("/mydevice/devices/1/lock", 405),
                ("/mydevice/nowhere/at/all", 404),
            ] {
                let answer = try await browser.send(.get, path)
                #expect(answer.status == status && answer.text.contains("href=\"/mydevice/tokens\""), "\(path)")
            }
        }
    }

    @Test func `A page that is refused leaves a line in the log, without what was asked for beyond its path`()
        async throws
    {
        try await withWatchedConsole { console, log in
            let browser = try await DevicePageWorld.browser(console)
            log.clear()
            _ = try await browser.send(.get, "/console/nowhere?secret=hunter2")
            let line = try #require(log.lines.first { $0.message == "A page was refused" })
            #expect(line.level == .info && line.metadata["path"] == "/console/nowhere")
            #expect(line.metadata["status"] == "404" && line.metadata["reason"] == "There is no page /console/nowhere.")
            #expect(!log.lines.contains { "\($0.message) \($0.metadata)".contains("hunter2") })
        }
    }

    @Test func `Whoever has not signed in learns of no address whether there is a page`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            for path in ["/console/nowhere", "/console/devices"] {
                let answer = try await browser.send(.get, path)
                #expect(answer.status == 303)
            }
        }
    }

    @Test func `What a role may not see is said with who asks`() async throws {
        try await withConsole { console in
            let answer = try await DevicePageWorld.reader(console).send(.get, "/console/users/new")
            #expect(answer.status == 403 && answer.text.contains(Self.navigation))
            #expect(answer.words.contains("You are ann, whose role is Read Only."), "\(answer.words.prefix(900))")
        }
    }

    @Test(arguments: [
        ("/console/devices?status=zzz", "status"), ("/console/journal?status=zzz", "status"),
        ("/console/lint?after=zzz", "after"),
    ])
    func `An impossible filter is refused beside its field, and stays`(path: String, field: String) async throws {
        try await withConsole { console in
            let page = try await DevicePageWorld.browser(console).page(path)
            let pattern = try Regex("id=\"field-\(field)\" name=\"\(field)\"[^>]*aria-invalid=\"true\"")
            #expect(page.text.contains(pattern), "\(page.words.prefix(600))")
            #expect(page.words.contains("zzz"))
        }
    }

    @Test(arguments: ["/console/journal?group=demo", "/console/lint?group=demo", "/console/devices?group=demo"])
    func `Organization groups are chosen, not typed`(path: String) async throws {
        try await withConsole { console in
            let page = try await DevicePageWorld.browser(console).page(path)
            #expect(page.text.contains("<select id=\"field-group\" name=\"group\""))
            #expect(page.text.contains("<option value=\"demo\" selected>"))
        }
    }

    @Test func `Faults and sandboxes are made for a group that is chosen`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let faults = try await browser.page("/console/faults")
            for name in ["group", "presetGroup"] {
                #expect(faults.text.contains("<select id=\"field-\(name)\" name=\"\(name)\""), "\(name)")
            }
            let sandboxes = try await browser.page("/console/sandboxes")
            #expect(sandboxes.text.contains("<select id=\"field-group\" name=\"group\""))
        }
    }

    @Test func `Acting as a device is offered to those who may`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let path = DevicePageWorld.base
            #expect(try await DevicePageWorld.browser(console).page(path).text.contains("href=\"\(path)/act\""))
            #expect(try await !DevicePageWorld.reader(console).page(path).text.contains("href=\"\(path)/act\""))
        }
    }

    @Test(arguments: ["/console/nowhere", "/mydevice/nowhere"])
    func `A form for a page that is not there is told so`(path: String) async throws {
        try await withConsole { console in
            let answer = try await WebClient(console).send(.post, path, body: "a=b")
            #expect(answer.status == 404 && answer.headers[.allow] == nil)
        }
    }

    @Test func `A refusal stands at the field that it begins with, else at the one in quotation marks`() {
        var form = Form("/", button: "Filter", fields: [Field("path", "Path"), Field("status", "Status"), .title("T")])
        form.isSearch = true
        func marked(_ problem: String?) -> [String] {
            form.refused(for: problem).fields.filter { !$0.problem.isEmpty }.map(\.name)
        }
        #expect(marked("status is \"path\"; it has to be a number.") == ["status"])
        #expect(marked("The parameter \"path\" is no path.") == ["path"])
        #expect(marked("Something \"\" else.").isEmpty && marked(nil).isEmpty)
    }
}
