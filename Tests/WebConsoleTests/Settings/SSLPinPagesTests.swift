import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Certificates that are uploaded to pin their keys, on the page of the setting.
struct SSLPinPagesTests {
    private static let path = "/console/settings/ssl-pinning"
    private static let page = "\(path)?group=demo"

    private static func upload(
        _ data: Data, with fields: [String: String] = [:], _ browser: WebClient
    ) async throws -> WebClient.Answer {
        let sent = ["group": "demo", "certificate": data.base64EncodedString()].merging(fields) { _, new in new }
        return try await browser.submit("\(path)/certificate", on: page, sent)
    }

    @Test(arguments: [true, false])
    func `A certificate as PEM or DER is pinned, and devices get the pin`(isPEM: Bool) async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(Self.page).words.contains("No key is pinned"))
            let made = CertificateSample.two
            let page = try await Self.upload(isPEM ? Data(made.pem.utf8) : made.der, browser)
            let said = "The key of CN=two is pinned for uem.example.test, apps.example.test."
            #expect(page.words.contains(said), "\(page.words)")
            #expect(page.text.contains("title=\"\(made.publicKey)\""))
            let phone = try await console.signedInDevice()
            let pins = try await phone.pins()
            #expect(pins == ["uem.example.test": [made.publicKey], "apps.example.test": [made.publicKey]])
            let pin = "apps.example.test=\(made.publicKey)"
            let fewer = try await browser.submit("\(Self.path)/remove", on: Self.page, ["group": "demo", "pin": pin])
            #expect(fewer.words.contains("pinned no longer at demo"))
            #expect(try await phone.pins() == ["uem.example.test": [made.publicKey]])
        }
    }

    @Test func `A file as browsers send it is taken as it is`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            _ = try await browser.page(Self.page)
            let fields = [
                ("formToken", "", browser.formToken), ("formPage", "", Self.page), ("group", "", "demo"),
                ("certificate", "; filename=\"a.pem\"", CertificateSample.leaf.pem), ("host", "", "mail.example.test"),
            ]
            let body = fields.map { name, file, value in
                "--border\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n\(value)\r\n"
            }
            let answer = try await browser.send(
                .post, "\(Self.path)/certificate", headers: ["Content-Type": "multipart/form-data; boundary=border"],
                body: body.joined() + "--border--\r\n")
            #expect(answer.status == 303)
            let page = try await browser.page(Self.page)
            #expect(page.words.contains("pinned for mail.example.test."), "\(page.words)")
            #expect(page.words.contains("does not name mail.example.test"))
        }
    }

    @Test(arguments: [
        ("certificate", "no certificate at all", "", "The file is no certificate"),
        ("certificate", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "", "PRIVATE KEY"),
        ("certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n", "", "has no END"),
        ("certificate", "", "", "choose a file"),
        ("certificate", CertificateSample.nameless.pem, "", "say which it is for, below"),
        ("host", CertificateSample.leaf.pem, "no host", "such as uem.example.test"),
    ])
    func `What cannot be pinned is refused beside the field`(
        field: String, file: String, host: String, reason: String
    ) async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await Self.upload(Data(file.utf8), with: ["host": host], browser)
            let note = try #require(
                page.text.firstRange(of: "id=\"note-\(field)\"><span class=\"wrong\" role=\"alert\">"))
            #expect(page.text[note.upperBound...].prefix(400).contains(reason), "\(page.words)")
            #expect(page.words.contains("No key is pinned"))
            if !host.isEmpty { #expect(page.text.contains("value=\"\(host)\"")) }
        }
    }

    @Test func `Who may only read sees the pins and no form`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            _ = try await Self.upload(CertificateSample.leaf.der, browser)
            let page = try await DevicePageWorld.reader(console).page(Self.page)
            #expect(page.text.contains(CertificateSample.leaf.publicKey))
            #expect(!page.text.contains("\(Self.path)/certificate") && !page.text.contains("\(Self.path)/remove"))
        }
    }
}
