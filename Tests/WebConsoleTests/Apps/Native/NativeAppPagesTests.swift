import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Native apps on pages: lists, and all about one.
struct NativeAppPagesTests {
    private static let path = AppPageWorld.path

    @Test func `Apps are listed, filtered by the address, and named when nothing is like that`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let list = try await browser.page(Self.path)
            #expect(list.words.contains("Demo app") && list.words.contains("App under review"))
            #expect(list.text.contains("<span class=\"badge good\">Active</span>"))
            #expect(list.text.contains("data-live=\"event request\""))
            let one = try await browser.page("\(Self.path)?name=EVERY&status=Active&platform=Apple&group=demo")
            #expect(one.words.contains("Everything app") && !one.words.contains("Demo app"))
            let none = try await browser.page("\(Self.path)?bundleId=com.example.none")
            #expect(none.words.contains("No app matches") && none.words.contains("Clear filters"))
            let published = try await browser.page("/console/apps/public")
            #expect(published.words.contains("No public apps yet"))
            #expect(try await browser.page("/console/apps/purchased").words.contains("No purchased apps yet"))
            #expect(try await browser.send(.get, "/console/apps").headers[.location] == Self.path)
        }
    }

    @Test func `Each tab of an app shows what is known`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            for (tab, words) in [
                ("", "Review"), ("/files", "Application Supports APNs"), ("/assignment", "All Devices"),
                ("/devices", "Not installed"), ("/more", "Logs"),
            ] {
                let page = try await browser.page(base + tab)
                #expect(page.words.contains(words), "\(tab): \(page.words.prefix(1500))")
                #expect(page.text.contains("href=\"\(base)\(tab)\" aria-current=\"page\""), "\(tab)")
            }
            #expect(try await browser.page("\(base)/more").text.contains("/console/app-logs?bundleId=com.example.demo"))
            let logs = try await browser.page("/console/app-logs?bundleId=com.example.demo")
            #expect(logs.text.contains("href=\"/console/apps?bundleId=com.example.demo\""))
            for state in ["assigned", "installed", "missing", "unassigned", "nonsense"] {
                _ = try await browser.page("\(base)/devices?state=\(state)")
            }
        }
    }

    @Test func `An app is edited, deactivated, retired and given out again`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let edited = try await browser.submit(
                "\(base)/save", on: "\(base)/edit",
                ["ApplicationName": "A <script>", "AppVersion": "7.1", "categories": "One, Two", "Description": "<i>"])
            #expect(edited.words.contains("The app was changed.") && edited.words.contains("A <script>"))
            #expect(!edited.text.contains("A <script>") && !edited.text.contains("<i>"))
            for page in [Self.path, "\(base)/more", "\(base)/edit", "\(base)/version", "/console/smart-groups/1"] {
                #expect(try await !browser.page(page).text.contains("A <script>"), "\(page)")
            }
            let refused = try await browser.submit("\(base)/save", on: "\(base)/edit", ["ApplicationName": " "])
            #expect(refused.words.contains("Application name cannot be empty"))
            for (word, status) in [
                ("deactivate", "Inactive"), ("activate", "Active"), ("retire", "Retired"), ("unretire", "Active"),
            ] {
                let page = try await browser.submit("\(base)/\(word)", on: "\(base)/more")
                #expect(page.words.contains("Done.") && page.words.contains(status))
                #expect(try await AppPageWorld.app(base, console)["Status"] as? String == status)
            }
        }
    }

    @Test func `The SDK profile of an app is set to none, its own, and the default`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            for (value, words) in [
                ("none", "Chosen None"), ("default", "Chosen The default of its organization group"),
            ] {
                let page = try await browser.submit("\(base)/profile", on: base, ["sdkProfile": value])
                #expect(page.words.contains(words), "\(page.words.prefix(900))")
            }
        }
    }

    @Test func `Certificates for pushing are uploaded, chosen and removed`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let files = "\(base)/files"
            let packed = try #require(Data(base64Encoded: PushFixtures.modern))
            func upload(_ password: String) async throws -> WebClient.Answer {
                try await browser.submit(
                    "\(files)/certificate", on: files, ["server": "development", "password": password],
                    file: ChosenFile(name: "push.p12", data: Array(packed)), as: "certificate")
            }
            #expect(try await browser.page(files).words.contains("No certificate yet"))
            let wrong = try await upload("wrong")
            #expect(wrong.text.contains("role=\"alert\">The password does not open the PKCS#12.</span>"))
            let there = try await upload(PushFixtures.password)
            #expect(there.words.contains("The certificate was uploaded."))
            #expect(there.words.contains("APNs Development Certificate") && there.text.contains("datetime=\"2036-"))
            let saved = try await browser.submit(
                "\(files)/push", on: files, ["supportsApns": "true", "environment": "production"])
            #expect(saved.words.contains("How the app is pushed to was saved."))
            let gone = try await browser.submit(
                "\(files)/certificate/remove", on: files, ["environment": "development"])
            #expect(gone.words.contains("The certificate was removed.") && gone.words.contains("No certificate yet"))
        }
    }

    @Test func `Orders to install and to remove are kept, and a device's configuration is shown as it gets it`()
        async throws
    {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let id = try #require(try await console.parts.value("SELECT id FROM device", Int.self))
            for (word, action) in [("install", "Install"), ("uninstall", "Remove")] {
                let page = try await browser.submit(
                    "\(base)/devices/\(word)", on: "\(base)/devices", ["device": String(id)])
                #expect(page.words.contains("Done."), "\(action): \(page.words.prefix(900))")
            }
            let list = try await browser.send(
                .get, "\(base)/devices/\(DevicePageWorld.udid)/configuration.plist")
            #expect(list.status == 200 && list.text.contains("<plist"))
        }
    }

    @Test func `Who may only read sees everything and changes nothing`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let reader = try await DevicePageWorld.reader(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            for page in [
                Self.path, base, "\(base)/files", "\(base)/assignment", "\(base)/assignment/1", "\(base)/devices",
                "\(base)/more", "\(base)/edit", "\(base)/version", "\(Self.path)/new", "/console/apps/public/new",
                "\(base)/assignment/new",
            ] {
                let text = try await reader.page(page).text
                #expect(!text.contains("action=\"/console/apps/internal/") || page.hasSuffix("/devices"), "\(page)")
                #expect(!text.contains("Add Application</a>"), "\(page)")
            }
            let body = ChosenFile.body(
                ["formToken": reader.formToken, "formPage": Self.path],
                ChosenFile(name: "a.ipa", data: try IPAFixture(bundle: AppPageWorld.bundle).bytes()), as: "package")
            _ = try await reader.send(
                .post, "\(Self.path)/new/upload", headers: ["Content-Type": ChosenFile.type], data: body)
            #expect(try await reader.page(Self.path).words.contains("lacks applications.write"))
            #expect(console.files(in: "blobs").isEmpty)
        }
    }

    @Test func `An app of another customer, of another kind, or of nobody is not found`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .post, "/api/system/groups/7",
                text: #"{"Name": "Other", "GroupId": "other", "LocationGroupType": "Customer"}"#)
            _ = try await console.administrator(of: "other", username: "stranger")
            let stranger = WebClient(console)
            try await stranger.signIn("stranger", "secret")
            let base = try await AppPageWorld.base("com.example.demo", console)
            #expect(try await !stranger.page(Self.path).words.contains("Demo app"))
            for tab in ["", "/files", "/files/download", "/assignment", "/assignment/1", "/devices", "/more", "/edit"] {
                #expect(try await stranger.send(.get, base + tab).status == 404, "\(tab)")
            }
            for word in ["retire", "delete", "profile", "files/push", "assignment/exclusions"] {
                _ = try await stranger.send(
                    .post, "\(base)/\(word)",
                    body: WebClient.encoded(["formToken": stranger.formToken, "formPage": Self.path]))
                #expect(try await stranger.page(Self.path).words.contains("Not done."), "\(word)")
            }
            let browser = try await DevicePageWorld.browser(console)
            for path in [base.replacing("internal", with: "public"), "\(Self.path)/99999", "\(Self.path)/x"] {
                #expect(try await browser.send(.get, path).status == 404, "\(path)")
            }
        }
    }
}
