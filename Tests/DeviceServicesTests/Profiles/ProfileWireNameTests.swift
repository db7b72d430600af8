import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Settings whose names on the wire nobody has published are sent under configured ones (SDKProfile, sections 3.2, 3.6).
struct ProfileWireNameTests {
    private static let payloads = """
        [{PayloadType: DataLossPreventionV2, EnableCopyPaste: true, EnableCopyPasteOut: false, EnableCopyPasteInto: false,
        EnableThirdPartyKeyboards: false, EnablePrinting: true},
        {PayloadType: PasscodePoliciesV2, IntegratedAuthenticationCredential: uploadedCertificate}]
        """

    private static func settings(_ type: String, _ console: TestConsole) async throws -> [String: PropertyListValue] {
        try await console.giveProfile(payloads)
        let app = try await console.signedInDevice()
        return try await app.fetchProfile()?.payloads.first { $0.type == type }?.settings ?? [:]
    }

    @Test func `Copy and paste out goes where clients look for it, the rest under its own name`() async throws {
        try await withConsole { console in
            let restrictions = try await Self.settings("DataLossPreventionV2", console)
            #expect(
                restrictions == [
                    "EnableCopyPaste": .bool(false), "EnableCopyPasteInto": .bool(false),
                    "EnableThirdPartyKeyboards": .bool(false), "EnablePrinting": .bool(true),
                ])
            let passcode = try await Self.settings("PasscodePoliciesV2", console)
            #expect(passcode == ["IntegratedAuthenticationCredential": .integer(1)])
        }
    }

    @Test func `A configured name is the one that is sent`() async throws {
        let names: ConfigurationSettings = [
            \.wireCopyPasteOut: "copyOut", \.wireCopyPasteInto: "copy.in", \.wireThirdPartyKeyboards: "keyboards",
            \.wireIntegratedCredential: "credential",
        ]
        try await withConsole(names) { console in
            let restrictions = try await Self.settings("DataLossPreventionV2", console)
            #expect(
                restrictions == [
                    "EnableCopyPaste": .bool(true), "copyOut": .bool(false), "copy.in": .bool(false),
                    "keyboards": .bool(false), "EnablePrinting": .bool(true),
                ])
            #expect(try await Self.settings("PasscodePoliciesV2", console) == ["credential": .integer(1)])
        }
    }

    @Test func `The choice of a credential is kept and shown as it was made`() async throws {
        try await withConsole { console in
            try await console.giveProfile(Self.payloads)
            let uuid = try await console.profileUUID("Given")
            let kept = try await console.admin(.get, "/_mock/profiles/\(uuid)").payloads()
            #expect(kept[1]["IntegratedAuthenticationCredential"] as? Int == 1)
            #expect(kept[0]["EnableCopyPasteOut"] as? Bool == false && kept[0]["EnableCopyPaste"] as? Bool == true)
        }
    }

    @Test(arguments: [
        ("EnableCopyPasteInto", "EnableCopyPasteInto", "x", "Root", "stands for two settings"),
        ("a", "EnablePrinting", "x", "Root", "must not be the name of another setting"),
        ("a", "PayloadType", "x", "Root", "must not begin with Payload"),
        ("a", "b", "c d", "Root", "has to be 1 to 64 letters"), ("a", "b", "", "Root", "has to be 1 to 64 letters"),
        ("a", "b", "c", "", "has to be a text of 1 to 64 characters"),
        ("a", "b", "c", String(repeating: "x", count: 65), "has to be a text of 1 to 64 characters"),
    ])
    func `A name that clients could not read, or that means something else, is refused`(
        out: String, into: String, credential: String, root: String, problem: String
    ) {
        var names = ProfileWireNames.standard
        #expect(names.problem == nil)
        names.copyPasteOut = out
        names.copyPasteInto = into
        names.integratedCredential = credential
        names.rootCertificate = root
        #expect(names.problem?.contains(problem) == true, "\(names.problem ?? "")")
    }
}
