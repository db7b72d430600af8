import DeviceProtocol
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Export, import, export: nothing is lost and nothing changes (EnvironmentFile).
struct EnvironmentRoundTripTests {
    static let files = ["built-in", "rich"]

    static func text(_ name: String) throws -> String {
        name == "rich" ? EnvironmentFixtures.rich : try EnvironmentFixtures.builtIn()
    }

    /// What a console that has imported a file exports.
    static func export(afterImporting text: String) async throws -> String {
        try await withParts { parts in
            try await parts.importYAML(text)
            return try await parts.features.environment.exporter.exportText()
        }
    }

    @Test(arguments: files) func `An export imported into an empty console exports the same bytes`(name: String)
        async throws
    {
        let first = try await Self.export(afterImporting: Self.text(name))
        let second = try await Self.export(afterImporting: first)
        #expect(second == first)
    }

    @Test(arguments: files) func `Importing a file twice leaves everything unchanged`(name: String) async throws {
        try await withParts { parts in
            let text = try Self.text(name)
            let first = try await parts.importYAML(text)
            #expect(first.created > 0 && first.unchanged == 0 && first.updated == 0 && first.skipped == 0)
            let export = try await parts.features.environment.exporter.exportText()
            let generation = parts.core.database.generation
            for policy in ConflictPolicy.allCases {
                let again = try await parts.importYAML(text, policy)
                #expect(again == ImportSummary(created: 0, updated: 0, unchanged: first.created, skipped: 0))
            }
            #expect(try await parts.features.environment.exporter.exportText() == export)
            #expect(parts.core.database.generation == generation)
        }
    }

    @Test(arguments: files) func `Importing an export over its own console changes nothing`(name: String) async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.text(name))
            let export = try await parts.features.environment.exporter.exportText()
            let again = try await parts.importYAML(export, .fail)
            #expect(again.created == 0 && again.updated == 0 && again.skipped == 0)
        }
    }

    @Test func `What the API keeps apart and takes, a file takes`() async throws {
        let export = try await withConsole { console in
            for name in ["ÄPFEL", "äpfel"] {
                let tag = try await console.api.call(
                    .post, "mdm/tags/addtag", #"{"TagName":"\#(name)","TagType":1,"LocationGroupId":7}"#)
                #expect(tag.status.kind == .successful, "\(tag.text)")
                let user = try await console.api.call(
                    .post, "system/users/adduser",
                    #"{"UserName":"\#(name)","Password":"a-Long-1","FirstName":"A","LastName":"B","Email":"a@b.test","SecurityType":2}"#
                )
                #expect(user.status.kind == .successful, "\(user.text)")
            }
            let group = try await console.api.call(
                .put, "system/groups/\(try await console.groupID("demo"))",
                #"{"Locale":"Chinese (Simplified, People's Republic of China)"}"#)
            #expect(group.status.kind == .successful, "\(group.text)")
            let text = try await console.admin(.get, "/_mock/environment").text
            #expect(text.contains("ÄPFEL") && text.contains("äpfel") && text.contains("Republic"))
            let again = try await console.importEnvironment(text, onConflict: "fail")
            #expect(again.status == .ok, "\(again.text)")
            return text
        }
        let second = try await Self.export(afterImporting: export)
        #expect(try await Self.export(afterImporting: second) == second)
        #expect(second.contains("ÄPFEL") && second.contains("äpfel"))
    }

    @Test func `The built-in environment has the demo and the app review customers`() async throws {
        try await withParts { parts in
            try await parts.importYAML(EnvironmentFixtures.builtIn())
            let codes = try await parts.features.environment.exporter.document().groups.map(\.pathText)
            #expect(codes == ["global", "global/appreview", "global/demo"])
            #expect(try await parts.value("SELECT id FROM organizationGroup WHERE parentId IS NULL", Int64.self) == 7)
        }
    }

    @Test func `Every value of a rich environment is read as it is meant`() throws {
        let document = try EnvironmentReader.read(EnvironmentFixtures.rich)
        let customer = try #require(document.groups.first { $0.pathText == "Wurzel/kunde eins" })
        #expect(customer.name == "- leading: and trailing:")
        #expect(customer.tags.map(\.name) == ["no"])
        #expect(customer.tags.first?.kind == .general && customer.tags.first?.avatar == "box\u{1}\n")
        #expect(customer.userGroups.first?.description == " two\r\nlines\u{1} ")
        #expect(customer.users.map(\.security) == [.authenticationProxy, nil, .tokenOnly])
        #expect(customer.users.map(\.accountType) == ["Directory", "Saml", "Basic"])
        #expect(customer.users.first?.message == .sms && customer.users.first?.categoryId == 9_999_999_999)
        #expect(customer.users.first?.enrollmentGroup?.group == "Wurzel/kunde eins/werk")
        let user = try #require(customer.users.first)
        #expect(user.password == "0x1F" && user.firstName == "true" && user.lastName == "  O'Neil: #1")
        #expect(user.tokens.map(\.usedAt?.milliseconds) == [nil, 1_767_268_800_001])
        let smartGroup = try #require(customer.smartGroups.first)
        #expect(smartGroup.osVersions.map(\.comparison) == [">=", "<", "!=", ">", "<=", "="])
        #expect(smartGroup.osVersions.map(\.platform) == [nil, "Apple", nil, nil, "Mac OS", nil])
        #expect(smartGroup.osVersions.last?.version == "17.3.1.4")
        #expect(smartGroup.osVersions[1].version == "iOS 18.1.2")
        #expect(smartGroup.words[.cpuArchitecture] == ["ARM64", "64"])
        #expect(document.groups.first?.name == "null")
    }

    @Test func `Values of payloads keep their types`() throws {
        let document = try EnvironmentReader.read(EnvironmentFixtures.rich)
        let profile = try #require(document.groups.flatMap(\.profiles).first { $0.name == "Typed" })
        let settings = try #require(profile.payloads.first?.settings)
        #expect(settings["data"] == .data(Data([0, 1, 2, 3, 4, 255])))
        #expect(settings["noData"] == .data(Data()))
        #expect(settings["date"] == .date(TestClock.start.date))
        #expect(settings["whole"] == .real(3))
        #expect(settings["small"] == .real(.leastNonzeroMagnitude))
        #expect(settings["least"] == .integer(.min))
        let texts = settings["texts"]?.arrayValue?.compactMap(\.stringValue)
        #expect(texts?.prefix(6) == ["yes", "no", "1", "true", "null", "~"])
        #expect(profile.previousVersions.map(\.version) == [1, 3])
    }

    @Test func `References across groups arrive where they point`() async throws {
        try await withParts { parts in
            try await parts.importYAML(EnvironmentFixtures.rich)
            let document = try await parts.features.environment.exporter.document()
            let customer = try #require(document.groups.first { $0.pathText == "Wurzel/kunde eins" })
            #expect(customer.userGroups.last?.members.map(\.group) == [nil, nil, "Wurzel"])
            #expect(customer.smartGroups.last?.userGroups.map(\.group) == [nil, "Wurzel/kunde eins/werk"])
            #expect(
                customer.smartGroups.first { $0.name == "By hand" }?.excludedUserGroups.map(\.group) == [
                    nil, "Wurzel/kunde eins/werk",
                ])
            #expect(customer.applications.map(\.profileMode) == [.default, .custom, .none])
            #expect(customer.applications[1].profile?.name == "none")
            #expect(customer.applications[0].assignments.map(\.smartGroup.name) == ["Everything", "By hand"])
            #expect(customer.applications[0].assignments.map(\.priority) == [1, 3])
        }
    }

    @Test func `A password is exported as a hash that lets the user in elsewhere`() async throws {
        let export = try await Self.export(afterImporting: EnvironmentFixtures.rich)
        #expect(!export.contains("0x1F"))
        try await withParts { parts in
            try await parts.importYAML(export)
            let hash = try await parts.value(
                "SELECT passwordHash FROM enrollmentUser WHERE username='007'", String.self)
            #expect(try await parts.model.hasher.verify("0x1F", against: hash))
        }
    }

    @Test func `Tokens survive used and unused`() async throws {
        let export = try await Self.export(afterImporting: EnvironmentFixtures.rich)
        try await withParts { parts in
            try await parts.importYAML(export)
            let unused = try await parts.model.users.token("unused")
            let used = try await parts.model.users.token("used")
            #expect(unused?.usedAt == nil && unused?.expiresAt == Timestamp(iso8601: "2030-01-31T00:00:00Z"))
            #expect(used?.usedAt == Timestamp(iso8601: "2026-01-01T12:00:00.001Z"))
            #expect(used?.expiresAt == Timestamp(iso8601: "2030-01-31T00:00:00.250Z"))
        }
    }

    @Test func `Over HTTP the export is YAML and goes back in`() async throws {
        try await withConsole { console in
            let export = try await console.admin(.get, "/_mock/environment")
            #expect(export.headers[.contentType] == "application/yaml; charset=utf-8")
            let answer = try await console.importEnvironment(export.text, onConflict: "FAIL")
            #expect(answer.status == .ok)
            #expect(try answer.json()["created"] as? Int == 0)
            #expect(try answer.json()["updated"] as? Int == 0)
        }
    }

    @Test func `JSON is taken as the YAML it is`() async throws {
        try await withParts { parts in
            let json = #"{"version":2,"organizationGroups":[{"path":"global","tags":[{"name":"a\/bé"}]}]}"#
            let summary = try await parts.importYAML(json)
            #expect(summary.created == 2)
            #expect(try await parts.value("SELECT name FROM tag", String.self) == "a/bé")
        }
    }
}
