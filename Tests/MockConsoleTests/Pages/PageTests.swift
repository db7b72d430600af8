import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// The start page and the pages of errors.
struct PageTests {
    private func start(_ console: TestConsole) async throws -> String {
        try await console.send(.get, "/", headers: ["Accept": "text/html"]).text
    }

    @Test(arguments: ["127.0.0.1", "::1", "localhost"])
    func `The start page tells what an app is pointed at, to this machine the password too`(host: String) async throws {
        try await withConsole([\.httpHost: host]) { console in
            let page = try await start(console)
            for text in ["http://localhost", "com.example.demo", MockUEMVersion.current, "24.10.0.0"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(page.contains("<dt>Group ID</dt><dd><code>demo</code></dd>"))
            #expect(page.contains("<dt>User</dt><dd><code>demo</code></dd>"))
            #expect(page.contains("<dt>Password</dt><dd><code>demo</code></dd>"))
            #expect(page.contains("<dt>E-mail domains</dt><dd><code>example.test, example.com</code>"))
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "uem.example.test"])
    func `The password is not shown to the network, nor any other secret`(host: String) async throws {
        try await withConsole([\.httpHost: host]) { console in
            let page = try await start(console)
            #expect(page.contains("<dt>User</dt><dd><code>demo</code></dd>"))
            #expect(!page.contains("<dt>Password</dt><dd><code>"))
            #expect(page.contains("printed where the console was started"))
            let credentials = console.console.credentials
            for secret in [credentials.adminToken, credentials.tenantCode, credentials.oauthClientSecret] {
                #expect(!page.contains(secret))
            }
        }
    }

    @Test func `A password that was changed, or whose user is gone, is named no more`() async throws {
        try await withConsole { console in
            let shown = "<dt>Password</dt><dd><code>demo</code></dd>"
            #expect(try await start(console).contains(shown))
            let users = try await console.adminJSON("/api/system/users/search?username=demo")
            let list = try #require(users["Users"] as? [[String: Any]])
            let user = try #require((list.first?["Id"] as? [String: Any])?["Value"] as? Int)
            func change(_ password: String) async throws {
                let changed = try await console.admin(
                    .post, "/api/system/users/\(user)/update", text: #"{"Password": "\#(password)"}"#)
                try #require(changed.status.code < 300, "\(changed.text)")
            }
            try await change("another-secret")
            let page = try await start(console)
            #expect(!page.contains(shown) && !page.contains("another-secret"))
            try await change("demo")
            #expect(try await start(console).contains(shown))
            let gone = try await console.admin(.delete, "/api/system/users/\(user)/delete")
            try #require(gone.status.code < 300, "\(gone.text)")
            #expect(try await !start(console).contains(shown))
        }
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:8080", true), ("127.0.0.1:1", true), ("[::1]:8443", true),
        ("mockuem.localhost:8080", true), (nil, true), ("evil.example:8080", false), ("127.evil.example", false),
        ("localhost.evil.example", false), ("evillocalhost", false), ("[::2]:8080", false), ("", false),
    ])
    func `The password is shown only under a name of this machine`(authority: String?, isShown: Bool) {
        #expect(StartPageController.namesThisMachine(authority) == isShown)
    }

    @Test(arguments: [
        "/", "/openapi", "/openapi/tags", "/docs", "/docs/Operations", "/search?find=tag", "/no/such/page",
        "/DeviceManagement/Enrollment", "/api/nothing",
    ])
    func `Pages run no scripts and are not framed`(path: String) async throws {
        try await withConsole { console in
            let headers = try await console.send(.get, path, headers: ["Accept": "text/html"]).headers
            #expect(headers[.contentType] == "text/html; charset=utf-8")
            #expect(headers[.xContentTypeOptions] == "nosniff")
            #expect(headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; style-src 'self';") == true)
            #expect(try headers[#require(HTTPField.Name("X-Frame-Options"))] == "DENY")
        }
    }

    @Test func `The certificate is named with what it is valid for`() async throws {
        try await withConsole([\.tlsNames: "uem.example.test"]) { console in
            let page = try await start(console)
            #expect(page.contains("a certificate of this console's own authority, valid for\nlocalhost, "))
            #expect(page.contains("uem.example.test") && !page.contains("A proxy stands in front"))
        }
    }

    @Test func `The server URL is the public one, if there is one`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let page = try await start(console)
            #expect(page.contains("<code>https://uem.example.test</code>"))
            #expect(page.contains("A proxy stands in front at https://uem.example.test"))
            #expect(!page.contains("this console's own authority"))
        }
    }

    @Test(arguments: [("console.css", "text/css; charset=utf-8"), ("icon.svg", "image/svg+xml")])
    func `What a browser fetches has its type`(file: String, type: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, "/public/\(file)")
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == type)
            #expect(answer.headers[.cacheControl] == "no-cache")
            #expect(answer.body.readableBytes > 0)
        }
    }

    @Test(arguments: [
        "/nothing", "/docs/nothing", "/public/nothing", "/public/..%2Fconfig.yaml", "/docs/..%2F..", "/consoles",
        "/LIVEZ", "/OpenAPI",
    ])
    func `A page that is not there is a page that says so`(target: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, target)
            #expect(answer.status == .notFound)
            #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
            #expect(answer.text.contains("404 Not Found"))
            #expect(answer.text.contains(answer.headers[.requestID] ?? "?"))
        }
    }

    @Test(arguments: [
        "/<script>alert(1)</script>", "/docs/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/public/%3Cb%3E&amp;",
    ])
    func `What was asked for is shown escaped`(target: String) async throws {
        try await withConsole { console in
            let answer = try await console.send(.get, target)
            #expect(answer.status == .notFound)
            #expect(!answer.text.contains("<script>"))
            #expect(!answer.text.contains("<b>"))
        }
    }
}
