import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Apps to look at.
enum AppPageWorld {
    /// The address of internal apps.
    static let path = "/console/apps/internal"
    /// An app that no environment has.
    static let bundle = "com.example.fresh"

    /// The address of an app.
    static func base(_ bundle: String, _ console: TestConsole, of kind: String = "internal") async throws -> String {
        let id = try await console.parts.value(
            "SELECT id FROM application WHERE bundleId = '\(bundle)' ORDER BY id DESC", Int64.self)
        return "/console/apps/\(kind)/\(try #require(id))"
    }

    /// The members of an app as its route has it.
    static func app(_ base: String, _ console: TestConsole) async throws -> [String: Any] {
        try await console.api.object("mam/apps\(base.dropFirst("/console/apps".count))")
    }

    /// Uploads an IPA on its page.
    static func upload(
        _ browser: WebClient, _ fixture: IPAFixture = IPAFixture(bundle: bundle), name: String = "Fresh.ipa",
        _ fields: [String: String] = [:]
    ) async throws -> WebClient.Answer {
        try await upload(browser, ChosenFile(name: name, data: try fixture.bytes()), fields)
    }

    /// Uploads a file on the page of uploads.
    static func upload(
        _ browser: WebClient, _ file: ChosenFile?, _ fields: [String: String] = [:]
    ) async throws -> WebClient.Answer {
        try await browser.submit(
            "\(path)/new/upload", on: "\(path)/new?group=demo", ["group": "demo"].merging(fields) { $1 }, file: file,
            as: "package")
    }

    /// What a new assignment of an app to smart groups fills in.
    static func assignment(_ uuids: String..., name: String = "Everybody") -> [String: String] {
        var fields = [
            "was": "", "name": name, "description": "", "place": "1", "app_delivery_method": "ON_DEMAND",
            "effective_date": "", "remove_on_unenroll": "true",
        ]
        for uuid in uuids { fields["smart_groups.\(uuid)"] = "true" }
        return fields
    }
}
