import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport

/// What is said about an app is shown again, and shown alike (AdminApplications, "One application").
struct AppRoundTripTests {
    private static let said = """
        "Description":"Text","SupportEmail":"help@example.test","SupportPhone":"1","DeveloperName":"Dev",
        "DeveloperEmail":"dev@example.test","DeveloperPhone":"2","Comments":"Hi","ChangeLog":"New"
        """
    private static let flags = """
        "AutoUpdateVersion":"true","EnableProvisioning":true,"IsDependencyFile":1,"IsReimbursable":"True"
        """

    private static func expectSaid(_ body: [String: Any], sourceLocation: SourceLocation = #_sourceLocation) {
        let texts = [
            "Description": "Text", "SupportEmail": "help@example.test", "SupportPhone": "1", "DeveloperName": "Dev",
            "DeveloperEmail": "dev@example.test", "DeveloperPhone": "2", "Comments": "Hi", "ChangeLog": "New",
        ]
        for (name, text) in texts {
            #expect(body[name] as? String == text, "\(name)", sourceLocation: sourceLocation)
        }
        for name in ["AutoUpdateVersion", "EnableProvisioning", "IsDependencyFile", "IsReimbursable"] {
            #expect(body[name] as? Bool == true, "\(name)", sourceLocation: sourceLocation)
        }
    }

    @Test func `All that is said when an app is made is shown`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7, more: ",\(Self.said),\(Self.flags)")
            Self.expectSaid(try await console.api.object("mam/apps/internal/\(app.id)"))
            let made = try await console.api.call(
                .post, "mam/apps/public", "{\"Platform\":2,\"BundleId\":\"com.shop\",\(Self.said),\(Self.flags)}")
            #expect(made.status == .ok, "\(made.text)")
            Self.expectSaid(try made.json())
        }
    }

    @Test func `All that is said when an app is changed is shown, and stays when it is not said`() async throws {
        try await withConsole { console in
            let path = "mam/apps/internal/\(try await console.api.install(in: 7).id)"
            let change = try await console.api.call(.put, path, "{\(Self.said),\(Self.flags)}")
            #expect(change.status == .noContent, "\(change.text)")
            Self.expectSaid(try await console.api.object(path))
            #expect(try await console.api.call(.put, path, #"{"Rating":3}"#).status == .noContent)
            let body = try await console.api.object(path)
            Self.expectSaid(body)
            #expect(body["Rating"] as? Int == 3 && body["RenewalDate"] == nil)
        }
    }

    @Test(arguments: [
        ("2027-03-01", "2027-03-01T00:00:00.000"), ("03/05/2027 10:20:30.000", "2027-03-05T10:20:30.000"),
        ("2027-03-05T10:20:30.000+02:00", "2027-03-05T08:20:30.000"),
    ])
    func `The date of renewal is shown as dates are, whatever way it was written`(
        written: String, shown: String
    ) async throws {
        try await withConsole { console in
            let path = "mam/apps/internal/\(try await console.api.install(in: 7).id)"
            let change = try await console.api.call(.put, path, "{\"RenewalDate\":\"\(written)\"}")
            #expect(change.status == .noContent, "\(change.text)")
            #expect(try await console.api.object(path)["RenewalDate"] as? String == shown)
            let refused = try await console.api.call(.put, path, #"{"RenewalDate":"soon"}"#)
            try expectRefusal(refused, 400, number: 400, saying: "RenewalDate has to be a date")
            #expect(try await console.api.call(.put, path, #"{"RenewalDate":""}"#).status == .noContent)
            #expect(try await console.api.object(path)["RenewalDate"] == nil)
        }
    }

    @Test(arguments: ["internal", "public"])
    func `An app gets another icon`(kind: String) async throws {
        try await withConsole { console in
            var id = try await console.api.install(in: 7).id
            if kind == "public" {
                let made = try await console.api.call(
                    .post, "mam/apps/public", #"{"Platform":2,"BundleId":"com.example.shop"}"#)
                id = try #require((try made.json()["Id"] as? [String: Any])?["Value"] as? Int64)
            }
            let path = "mam/apps/\(kind)/\(id)"
            #expect(try await console.api.object(path)["LargeIconUri"] as? String == "")
            var addresses: Set<String> = [""]
            for colour: UInt8 in [10, 20] {
                let picture = try IPAFixture.picture(2, 2, [colour, 0, 0, 255])
                let blob = try await console.api.upload(picture, named: "icon.png")
                let change = try await console.api.call(.put, path, "{\"IconBlobUuId\":\"\(blob)\"}")
                #expect(change.status == .noContent, "\(change.text)")
                let address = try #require(try await console.api.object(path)["LargeIconUri"] as? String)
                #expect(addresses.insert(address).inserted)
                let icon = try await console.send(.get, String(address.dropFirst("http://localhost".count)))
                #expect(icon.status == .ok && Array(icon.body.readableBytesView) == picture)
            }
            let text = try await console.api.upload(Array("no picture".utf8), named: "icon.png")
            for (blob, sentence) in [("\(text)", "The icon has to be"), ("999", "not found")] {
                let refused = try await console.api.call(.put, path, "{\"IconBlobUuId\":\(blob)}")
                try expectRefusal(refused, 400, number: 400, saying: sentence)
            }
            let last = try await console.api.object(path)["LargeIconUri"] as? String
            #expect(addresses.contains(last ?? "none") && last != "")
        }
    }

    @Test(arguments: [
        ("appversion", "1.9.0.0 1.10.0.0 3.0.0.0"), ("AppVersion&sortorder=DESC", "3.0.0.0 1.10.0.0 1.9.0.0"),
        ("actualfileversion", "3.0.0.0 1.9.0.0 1.10.0.0"),
    ])
    func `Versions are ordered number by number`(order: String, versions: String) async throws {
        try await withConsole { console in
            for version in ["1.10", "1.9"] {
                _ = try await console.api.install(IPAFixture(bundle: "com.example.fresh", version: version), in: 7)
            }
            _ = try await console.api.install(
                IPAFixture(bundle: "com.example.fresh", version: "1.2"), in: 7, more: #","AppVersion":"3""#)
            let apps = try await console.api.apps("bundleid=com.example.fresh&orderby=\(order)")
            #expect(apps.compactMap { $0["AppVersion"] as? String }.joined(separator: " ") == versions)
        }
    }

    @Test func `Strange versions are ordered too`() async throws {
        try await withConsole { console in
            let path = "mam/apps/internal/\(try await console.api.install(in: 7).id)"
            for version in [#"a\"b\\"#, "1..2", ".", "\\u0001", "99999999999999999999.1", "'"] {
                let change = try await console.api.call(.put, path, "{\"AppVersion\":\"\(version)\"}")
                #expect(change.status == .noContent, "\(change.text)")
                #expect(try await console.api.apps("orderby=appversion&bundleid=com.example.fresh").count == 1)
            }
        }
    }
}
