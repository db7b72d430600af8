import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What is asked before something is taken away, and what is told afterwards.
struct QuestionTests {
    private static func browser(_ console: TestConsole) async throws -> WebClient {
        let browser = WebClient(console)
        try await browser.signIn()
        return browser
    }

    /// What a form sends that a browser finds on a page: all hidden fields of the form for an action.
    private static func hidden(_ action: String, in page: WebClient.Answer) throws -> [String: String] {
        let form = try #require(page.text.split(separator: "action=\"\(action)\"").dropFirst().first)
        let fields = form.prefix(upTo: form.firstRange(of: "</form>")?.lowerBound ?? form.endIndex)
        return fields.matches(of: /type="hidden" name="(?<name>[^"]+)" value="(?<value>[^"]*)"/).reduce(into: [:]) {
            $0[String($1.name)] = String($1.value)
        }
    }

    @Test func `Without a script a page asks before a device is wiped, and wipes it once somebody agrees`() async throws
    {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await Self.browser(console)
            let base = "/console/devices/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
            let sent = try Self.hidden("\(base)/device-wipe", in: try await browser.page(base))
            let asked = try await browser.send(.post, "\(base)/device-wipe", body: WebClient.encoded(sent))
            #expect(asked.status == 200 && asked.words.contains("Erase this device, and end its credentials?"))
            #expect(asked.text.contains("href=\"\(base)\">Cancel"))
            #expect(try await browser.page(base).words.contains("Enrolled"))
            let agreed = try Self.hidden("\(base)/device-wipe", in: asked)
            #expect(agreed["formAgreed"] == "true" && agreed["formQuestion"] == nil)
            let done = try await browser.send(.post, "\(base)/device-wipe", body: WebClient.encoded(agreed))
            #expect(done.status == 303)
            #expect(try await console.adminJSON("/_mock/devices?status=DeviceWipePending")["total"] as? Int == 1)
        }
    }

    @Test func `A button for chosen rows is asked of by itself`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let path = "/console/users/chosen"
            let page = try await browser.page("/console/users")
            var sent = try Self.hidden(path, in: page)
            let key = try #require(page.text.firstMatch(of: /name="key" value="(?<key>[^"]+)"/)?.key)
            sent["key"] = String(key)
            sent["action"] = "delete"
            let asked = try await browser.send(.post, path, body: WebClient.encoded(sent))
            #expect(asked.status == 200 && asked.words.contains("Delete the chosen users?"))
            let agreed = try Self.hidden(path, in: asked)
            #expect(agreed["key"] == String(key) && agreed["action"] == "delete")
            sent["action"] = "activate"
            let activated = try await browser.send(.post, path, body: WebClient.encoded(sent))
            #expect(activated.status == 303)
        }
    }

    @Test func `The portal asks in the same way, and leads back to its own pages`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            _ = try await browser.send(
                .post, "/mydevice/sign-in",
                body: WebClient.encoded(["group": "demo", "name": "demo", "password": "demo"]))
            let page = "/mydevice/tokens"
            let made = try await browser.submit(page, on: page, ["expiresInMinutes": "60"])
            let path = String(try #require(made.text.firstMatch(of: /action="(?<path>[^"]+\/delete)"/)?.path))
            let sent = try Self.hidden(path, in: made)
            let asked = try await browser.send(.post, path, body: WebClient.encoded(sent))
            #expect(asked.status == 200 && asked.words.contains("Take this token back?"))
            #expect(asked.text.contains("href=\"\(page)\">Cancel"))
            #expect(try await browser.page(page).text.contains(path))
            let agreed = try await browser.send(
                .post, path, body: WebClient.encoded(try Self.hidden(path, in: asked)))
            #expect(agreed.status == 303)
            #expect(!(try await browser.page(page).text.contains(path)))
        }
    }

    @Test func `A question leads to no other site, and shows what was sent as text`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            _ = try await browser.page("/console/parts")
            let asked = try await browser.send(
                .post, "/console/parts/done",
                body: WebClient.encoded([
                    "formToken": browser.formToken, "formPage": "https://evil.example/", "formQuestion": "<script>1",
                    "formButton": "<b>", "name": "\"><script>2",
                ]))
            #expect(asked.status == 200 && asked.text.contains("href=\"/console/\">Cancel"))
            #expect(!asked.text.contains("<script>1") && !asked.text.contains("<script>2"))
            let forged = try await browser.send(
                .post, "/console/parts/done", body: WebClient.encoded(["formQuestion": "Really?"]))
            #expect(forged.status == 403)
        }
    }

    @Test func `What was done is a toast, what has to be read or copied stays`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let done = try await browser.submit("/console/parts/done", on: "/console/parts")
            #expect(done.text.contains("<div class=\"note good toast\" role=\"status\" id=\"notice\">"))
            let refused = try await browser.submit("/console/parts/refused", on: "/console/parts", ["name": "x"])
            #expect(refused.text.contains("<div class=\"note bad\" role=\"alert\" id=\"notice\">"))
            let secret = try await browser.submit("/console/parts/secret", on: "/console/parts")
            #expect(secret.text.contains("<div class=\"note good\" role=\"status\" id=\"notice\">"))
            #expect(!(try await browser.page("/console/parts").text.contains("id=\"notice\"")))
        }
    }

    @Test func `The page of parts shows each of them`() async throws {
        try await withConsole { console in
            let page = try await Self.browser(console).page("/console/parts")
            for part in [
                "<dialog id=\"question\"", "<dialog id=\"dialog-shown\" open", "class=\"note good toast here\"",
                "class=\"note bad here\"", "class=\"inline\"", "type=\"datetime-local\" value=\"2026-03-05T10:20\"",
                "data-confirm=\"Reset it?", "data-live=\"request event\"", "class=\"live on\"", "Sign in again",
                "Shown this once", "data-clock=", "<small>counted <time", "<small>It expires <time",
            ] {
                #expect(page.text.contains(part), "\(part)")
            }
        }
    }
}
