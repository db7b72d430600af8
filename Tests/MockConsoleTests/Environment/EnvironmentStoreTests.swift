import DeviceProtocol
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Apps of stores and lists of apps in environment files (EnvironmentFile, "Application" and "Application group").
struct EnvironmentStoreTests {
    private static func app(_ members: String, bundle: String = "com.example.paid") -> String {
        EnvironmentFixtures.global("applications: [{bundleId: \(bundle), \(members)}]")
    }

    @Test func `A purchase and a public app move to another console with all that was said about them`() async throws {
        let export = try await withConsole { console in
            let purchased = try await console.api.mock(
                .post, "applications/purchased",
                """
                {"name":"Paid","bundleId":"com.example.paid","group":"demo","licenses":5,"externalId":"4711",
                 "applicationUrl":"https://apps.apple.com/app/id4711","version":"2.0","Description":"two\\nlines",
                 "SupportedModels":{"Model":[{"ModelId":1},{"ModelName":"iPad"}]},"PushMode":"Auto","Rating":4,
                 "CategoryList":{"Category":[{"Name":"Games"}]},"IsReimbursable":true}
                """)
            #expect(purchased.status == .created, "\(purchased.text)")
            let listed = try await console.api.call(
                .post, "mam/apps/public",
                #"{"Platform":"Apple","ApplicationUrl":"https://apps.apple.com/app/x/id361309726","ApplicationName":"X"}"#
            )
            #expect(listed.status == .ok, "\(listed.text)")
            return try await console.admin(.get, "/_mock/environment").text
        }
        try await withConsole { console in
            #expect(try await console.importEnvironment(export).status == .ok)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
            let list = try await console.api.object("mam/apps/purchased/search")
            let app = try #require((list["Application"] as? [[String: Any]])?.first)
            #expect(list["Total"] as? Int == 1 && app["AppType"] as? String == "Purchased")
            for (name, value) in [
                ("ExternalId", "4711"), ("ApplicationUrl", "https://apps.apple.com/app/id4711"),
                ("Description", "two\nlines"), ("ApplicationName", "Paid"), ("AppVersion", "2.0.0.0"),
            ] { #expect(app[name] as? String == value, "\(name)") }
            #expect(app["PurchasedLicenses"] as? Int == 5 && app["PushMode"] as? Int == 0)
            #expect(app["Rating"] as? Int == 4 && app["IsReimbursable"] as? Bool == true)
            let models = (app["SupportedModels"] as? [String: Any])?["Model"] as? [[String: Any]]
            #expect(models?.map { $0["ModelName"] as? String } == ["iPhone", "iPad"])
            let found = try await console.api.apps("applicationtype=Public&applicationname=X")
            #expect(found.count == 1)
            let again = try await console.importEnvironment(export, onConflict: "fail").json()
            #expect(again["created"] as? Int == 0 && again["updated"] as? Int == 0)
        }
    }

    @Test func `The icon of an app and the version an administrator gave it move with it`() async throws {
        let picture = try IPAFixture.picture(3, 2)
        let export = try await withConsole { console in
            let blob = try await console.api.upload(picture, named: "icon.png")
            let made = try await console.api.call(
                .post, "mam/apps/public",
                #"{"Platform":2,"BundleId":"com.shop","IconBlobUuId":\#(blob),"RenewalDate":"2027-03-01"}"#)
            #expect(made.status == .ok, "\(made.text)")
            let id = try #require((try made.json()["Id"] as? [String: Any])?["Value"] as? Int)
            let change = try await console.api.call(.put, "mam/apps/public/\(id)", #"{"AppVersion":"7.1"}"#)
            #expect(change.status == .noContent, "\(change.text)")
            return try await console.admin(.get, "/_mock/environment").text
        }
        try await withConsole { console in
            #expect(try await console.importEnvironment(export).status == .ok)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
            let app = try #require(try await console.api.apps("bundleid=com.shop").first)
            #expect(app["AppVersion"] as? String == "7.1.0.0")
            let address = try #require(app["LargeIconUri"] as? String)
            let icon = try await console.send(.get, String(address.dropFirst("http://localhost".count)))
            #expect(icon.status == .ok && Array(icon.body.readableBytesView) == picture)
            let id = try #require((app["Id"] as? [String: Any])?["Value"] as? Int)
            let body = try await console.api.object("mam/apps/public/\(id)")
            #expect(body["RenewalDate"] as? String == "2027-03-01T00:00:00.000")
            let again = try await console.importEnvironment(export, onConflict: "fail").json()
            #expect(again["created"] as? Int == 0 && again["updated"] as? Int == 0)
        }
    }

    @Test func `An icon moves with an app nothing else is said about`() async throws {
        let picture = try IPAFixture.picture(2, 2)
        let export = try await withConsole { console in
            #expect(try await console.importEnvironment(Self.app("name: Bare, type: Public")).status == .ok)
            let path =
                "mam/apps/public/\(try #require(try await console.parts.value("SELECT MAX(id) FROM application", Int.self)))"
            let blob = try await console.api.upload(picture, named: "icon.png")
            let change = try await console.api.call(.put, path, #"{"IconBlobUuId":\#(blob)}"#)
            #expect(change.status == .noContent, "\(change.text)")
            return try await console.admin(.get, "/_mock/environment").text
        }
        try await withConsole { console in
            #expect(try await console.importEnvironment(export).status == .ok)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
            let app = try #require(try await console.api.apps("bundleid=com.example.paid").first)
            let address = try #require(app["LargeIconUri"] as? String)
            let icon = try await console.send(.get, String(address.dropFirst("http://localhost".count)))
            #expect(icon.status == .ok && Array(icon.body.readableBytesView) == picture)
        }
    }

    @Test func `An icon that is none is a problem, and a file without one takes it away`() async throws {
        try await withConsole { console in
            let picture = Data(try IPAFixture.picture(1, 1)).base64EncodedString()
            for (icon, status) in [
                (picture, HTTPResponse.Status.ok), ("AAAA", .unprocessableContent), ("'%'", .unprocessableContent),
                ("[]", .unprocessableContent),
            ] {
                let yaml = Self.app("type: Public, store: {externalId: '1', icon: \(icon)}")
                let answer = try await console.importEnvironment(yaml)
                #expect(answer.status == status, "\(icon): \(answer.text)")
                #expect(try await console.parts.count("applicationIcon") == 1)
            }
            let bare = Self.app("type: Public, store: {externalId: '1'}")
            #expect(try await console.importEnvironment(bare).status == .ok)
            #expect(try await console.parts.count("applicationIcon") == 0)
        }
    }

    @Test func `A file changes licenses, takes them away, and makes an app public or an uploaded one`() async throws {
        try await withParts { parts in
            func kind() async throws -> String {
                let record = try #require(
                    try await parts.core.database.read { db in try ApplicationRecord.fetchOne(db) })
                let kind = try await parts.core.database.read { db in try AppKind.of(record, db) }
                let licenses = try await parts.value("SELECT licenses FROM storeApplication", Int64.self)
                return "\(kind.rawValue) \(licenses.map(String.init) ?? "-")"
            }
            for (members, expected, summary) in [
                ("type: Purchased, store: {licenses: 5}", "Purchased 5", ImportSummary(created: 2)),
                ("type: Purchased, store: {licenses: 5}", "Purchased 5", ImportSummary(unchanged: 2)),
                ("type: Purchased, store: {licenses: 6}", "Purchased 6", ImportSummary(updated: 1, unchanged: 1)),
                ("type: Purchased", "Purchased 0", ImportSummary(updated: 1, unchanged: 1)),
                ("type: Public, store: {externalId: '1'}", "Public -", ImportSummary(updated: 1, unchanged: 1)),
                ("type: Public", "Public -", ImportSummary(updated: 1, unchanged: 1)),
                ("type: Public", "Public -", ImportSummary(unchanged: 2)),
                ("type: purchased", "Purchased 0", ImportSummary(updated: 1, unchanged: 1)),
                ("type: Internal", "Internal -", ImportSummary(updated: 1, unchanged: 1)),
                ("type: Internal", "Internal -", ImportSummary(unchanged: 2)),
            ] {
                let done = try await parts.importYAML(Self.app(members))
                #expect(done == summary, "\(members)")
                #expect(try await kind() == expected, "\(members)")
            }
            #expect(try await parts.count("storeApplication") == 0)
        }
    }

    @Test func `What is left out of a store has its defaults`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.app("type: Purchased, store: {externalId: '12', rating: 3}"))
            try await parts.importYAML(Self.app("type: Purchased, store: {}"))
            let document = try await parts.features.environment.exporter.document()
            let store = try #require(document.groups.first?.applications.first?.store)
            #expect(store == EnvironmentPublicApplication(licenses: 0))
            #expect(store.pushMode == .onDemand)
        }
    }

    @Test func `An uploaded app keeps its package, whatever a file says of it`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let export = try await console.admin(.get, "/_mock/environment").text
            #expect(!export.contains("store:"))
            _ = try await console.importEnvironment(
                Self.app("name: Renamed, version: '1.0'", bundle: "com.example.fresh"))
            let size = try await console.parts.value(
                "SELECT byteCount FROM applicationPackage WHERE applicationId = \(app.id)", Int64.self)
            #expect(size ?? 0 > 0)
        }
    }

    @Test func `Lists of apps are made, changed and told by their API`() async throws {
        try await withConsole { console in
            func file(_ members: String) -> String {
                EnvironmentFixtures.global("applicationGroups: [{name: Games, type: Blacklist\(members)}]")
            }
            let apps = ", applications: [{bundleId: com.example.b, name: B}, {bundleId: com.example.a}]"
            #expect(try await console.importEnvironment(file(apps)).json()["created"] as? Int == 1)
            #expect(try await console.importEnvironment(file(apps)).json()["updated"] as? Int == 0)
            let list = try await console.api.object("mam/apps/appgroups/search")
            let group = try #require((list["ApplicationGroup"] as? [[String: Any]])?.first)
            #expect(group["AppGroupType"] as? String == "Blacklist" && group["Platform"] as? String == "Apple")
            let items = try #require(group["Applications"] as? [[String: Any]])
            #expect(items.map { $0["BundleId"] as? String } == ["com.example.b", "com.example.a"])
            #expect(items.map { $0["ApplicationName"] as? String } == ["B", "com.example.a"])
            let turned =
                ", applications: [{bundleId: com.example.a}, {bundleId: com.example.b, name: B}], active: false"
            #expect(try await console.importEnvironment(file(turned)).json()["updated"] as? Int == 1)
            let export = try await console.admin(.get, "/_mock/environment").text
            #expect(export.contains("applicationGroups:") && export.contains("active: false"))
            #expect(try await console.importEnvironment(export, onConflict: "fail").status == .ok)
            #expect(try await console.importEnvironment(file("")).json()["updated"] as? Int == 1)
            #expect(try await console.parts.count("applicationGroupItem") == 0)
        }
    }

    static let bad: [BadEnvironment] = [
        .init(
            "applications: [{bundleId: a, store: {externalId: '1'}}]", "applications[0].store",
            "only for apps of a store"),
        .init(
            "applications: [{bundleId: a, type: Public, store: {licenses: 1}}]", "applications[0].store.licenses",
            "only for apps of the type Purchased"),
        .init(
            "applications: [{bundleId: a, type: Purchased, store: {licenses: -1}}]", "applications[0].store.licenses",
            "a whole number from 0 to 1000000000"),
        .init(
            "applications: [{bundleId: a, type: Public, store: {url: 'javascript:1'}}]", "applications[0].store.url",
            "an http or https address"),
        .init(
            "applications: [{bundleId: a, type: Public, store: {pushMode: Never}}]", "applications[0].store.pushMode",
            "one of Auto, OnDemand"),
        .init(
            "applications: [{bundleId: a, type: Public, store: {models: [{name: Pixel}]}}]",
            "applications[0].store.models[0]", "is no model of Apple"),
        .init(
            "applications: [{bundleId: a, type: Public, store: {rating: 6}}]", "applications[0].store.rating",
            "a whole number from 0 to 5"),
        .init(
            "applications: [{bundleId: a, type: Public, store: {information: {IsReimbursable: 1}}}]",
            "applications[0].store.information.IsReimbursable", "must be true or false"),
        .init("applications: [{bundleId: a, type: Public, store: x}]", "applications[0].store", "must be a mapping"),
        .init("applicationGroups: [{name: a}]", "applicationGroups[0]", "needs the key \"type\""),
        .init(
            "applicationGroups: [{name: a, type: Grey}]", "applicationGroups[0].type",
            "one of Whitelist, Blacklist, Required"),
        .init(
            "applicationGroups: [{name: a, type: Required}, {name: A, type: Required}]", "applicationGroups",
            "A stands here twice"),
        .init(
            "applicationGroups: [{name: a, type: Required, platform: C64}]", "applicationGroups[0].platform",
            "one of Apple, Android"),
        .init(
            "applicationGroups: [{name: a, type: Required, applications: [{bundleId: x}, {bundleId: X}]}]",
            "applicationGroups[0].applications", "the app X stands here twice"),
        .init(
            "applicationGroups: [{name: a, type: Required, applications: [{bundleId: x y}]}]",
            "applicationGroups[0].applications[0].bundleId", "it must be"),
    ]

    @Test(arguments: bad)
    func `A bad app of a store or list of apps is named with what is allowed`(file: BadEnvironment) async throws {
        let error = try #require(try await file.refusal())
        #expect(error.code == .unprocessable)
        #expect(file.isNamed(in: error), "\(error.details)")
    }
}
