import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// The pages of the built-in identity provider.
struct SAMLPageTests {
    private func header(_ response: TestResponse, _ name: String) -> String? {
        HTTPField.Name(name).flatMap { response.headers[$0] }
    }

    @Test func `The page has a form with labels, works without scripts and may not be framed or kept`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            let browser = try await console.samlBrowser()
            let page = try await browser.page()
            #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
            for name in ["username", "password", "email"] {
                #expect(
                    page.text.contains("<label for=\"\(name)\">")
                        && page.text.contains("id=\"\(name)\" name=\"\(name)\""))
            }
            #expect(page.text.contains("<form method=\"post\" action=\"/_mock/saml/signin\">"))
            #expect(page.text.contains("name=\"request\" value=\"\(browser.request)\""))
            #expect(page.text.contains("Demo") && page.text.contains("com.example.demo"))
            #expect(
                page.text.contains("autofocus") && !page.text.contains("<script")
                    && !page.text.contains("role=\"alert\""))
            #expect(header(page, "Cache-Control") == "no-store")
            #expect(header(page, "X-Frame-Options") == "DENY" && header(page, "X-Content-Type-Options") == "nosniff")
            #expect(header(page, "Referrer-Policy") == "same-origin")
            let policy = try #require(header(page, "Content-Security-Policy"))
            for rule in ["default-src 'none'", "form-action 'self' sdksampleApp:;", "frame-ancestors 'none'"] {
                #expect(policy.contains(rule), "\(policy)")
            }
            #expect(!policy.contains("script-src") && !policy.contains("unsafe"))
        }
    }

    @Test func `What was wrong is told without telling what exists, and the password is not shown again`() async throws
    {
        try await withConsole { console in
            try await console.offerSAML()
            let browser = try await console.samlBrowser()
            var alerts: Set<String> = []
            for (name, password) in [
                ("demo", "wrong-secret"), ("nobody", "wrong-secret"), ("reviewer", "review"), ("demo", ""),
            ] {
                let page = try await browser.submit(name, password: password, email: "x@y.example")
                #expect(page.status == .ok && page.headers[.location] == nil)
                #expect(page.text.contains("value=\"\(name)\"") && page.text.contains("value=\"x@y.example\""))
                #expect(!page.text.contains("wrong-secret"))
                #expect(page.text.contains("<title>Not signed in"))
                alerts.insert(
                    String(try #require(page.text.split(separator: "\n").first { $0.contains("role=\"alert\"") })))
            }
            #expect(alerts.count == 1)
        }
    }

    @Test func `What is entered cannot become part of the page`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            try await console.execute("UPDATE organizationGroup SET name = '<b>\"Demo' WHERE code = 'demo'")
            let browser = try await console.samlBrowser()
            let hostile = "\"><script>alert(1)</script>"
            let page = try await browser.submit(hostile, password: "x", email: hostile)
            #expect(page.status == .ok)
            #expect(!page.text.contains("<script") && !page.text.contains("<b>"))
            #expect(page.text.contains("&quot;&gt;&lt;script&gt;"))
        }
    }

    @Test func `Guesses lock the account for apps too`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            try await console.set("maximumFailedLogins", "3", of: "demo")
            let browser = try await console.samlBrowser()
            for _ in 1...3 { _ = try await browser.submit("demo", password: "x") }
            let page = try await browser.submit("demo", password: "demo")
            #expect(page.headers[.location] == nil && page.text.contains("locked"))
            #expect(try await console.logIn(console.login())["StatusCode"] == "AUTH-1002")
            console.clock.advance(seconds: 900)
            // The sign-in is over by then: a new one.
            _ = try await console.samlBrowser().token()
            #expect(try await console.logIn(console.login())["StatusCode"] == "AUTH-0")
        }
    }

    @Test func `An inactive user is told so after the right password only`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            try await console.execute("UPDATE enrollmentUser SET isActive = 0")
            let browser = try await console.samlBrowser()
            #expect(try await browser.submit("demo", password: "x").text.contains("is wrong"))
            #expect(try await browser.submit("demo", password: "demo").text.contains("inactive"))
        }
    }

    @Test func `A sign-in that is none, is too old or is not offered any more ends with a sentence`() async throws {
        try await withConsole { console in
            try await console.offerSAML()
            let browser = try await console.samlBrowser()
            func expectProblem(_ page: TestResponse, _ text: String, at location: SourceLocation = #_sourceLocation) {
                #expect(page.status == .badRequest, sourceLocation: location)
                #expect(page.text.hasPrefix("<!DOCTYPE html>"), sourceLocation: location)
                #expect(page.text.contains("role=\"alert\"") && page.text.contains(text), sourceLocation: location)
                #expect(header(page, "Cache-Control") == "no-store", sourceLocation: location)
                #expect(page.headers[.location] == nil, sourceLocation: location)
            }
            for query in ["", "?request=", "?request=x", "?request=\(browser.request)A", "?request=%ff"] {
                expectProblem(try await console.send(.get, "/_mock/saml/signin\(query)"), "does not belong")
            }
            expectProblem(try await browser.submit("demo", password: "demo", request: "x"), "does not belong")
            expectProblem(try await console.send(.post, "/_mock/saml/signin", text: ""), "does not belong")
            console.clock.advance(seconds: 600)
            expectProblem(try await browser.page(), "too long")
            expectProblem(try await browser.submit("demo", password: "demo"), "too long")
            let fresh = try await console.samlBrowser()
            try await console.set("forceToken", "true", of: "demo")
            expectProblem(try await fresh.page(), "does not offer")
            expectProblem(try await fresh.submit("demo", password: "demo"), "does not offer")
            let orphan = try SAMLRequestSealing(
                secrets: console.parts.model.credentials.secrets, clock: console.parts.core.clock
            )
            .seal(
                SAMLRequest(
                    groupID: 999, device: try console.device().device, bundle: try console.device().bundle,
                    returnAddress: try #require(SAMLReturnAddress("aw://SAMLAuthentication")),
                    expiresAt: console.clock.now.adding(seconds: 60)))
            expectProblem(try await console.send(.get, "/_mock/saml/signin?request=\(orphan)"), "does not offer")
        }
    }

    @Test(
        arguments: [
            ("https://evil.example", false), ("null", false), ("http://localhost.evil.example", false), ("", false),
            ("http://localhost", true), ("https://localhost", true), (nil, true),
        ] as [(String?, Bool)])
    func `A form that another site sends is refused`(origin: String?, isTaken: Bool) async throws {
        try await withConsole { console in
            try await console.offerSAML()
            let browser = try await console.samlBrowser()
            let headers = origin.map { ["Origin": $0] } ?? [:]
            let page = try await browser.submit("demo", password: "demo", headers: headers)
            #expect(page.status == (isTaken ? .seeOther : .badRequest))
        }
    }

    @Test func `Behind a proxy the public origin is the page's own`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            try await console.offerSAML()
            let browser = try await console.samlBrowser()
            let headers = ["Origin": "https://uem.example.test"]
            #expect(try await browser.submit("demo", password: "demo", headers: headers).status == .seeOther)
        }
    }

    @Test func `A form that is too large, and another method, are refused`() async throws {
        try await withConsole([\.limitsLogin: "1000"]) { console in
            let text = "username=" + String(repeating: "a", count: 1000)
            let large = try await console.send(.post, "/_mock/saml/signin", text: text)
            #expect(large.status == .contentTooLarge && large.text.contains("<h1>Not signed in</h1>"))
            let put = try await console.send(.put, "/_mock/saml/signin", text: "")
            #expect(put.status == .methodNotAllowed && put.headers[.allow] == "GET, POST")
            #expect(try await console.send(.get, "/_mock/saml/other").status == .notFound)
            #expect(try await console.send(.get, "/_mock/users/demo/tokens").status == .unauthorized)
        }
    }
}
