import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Each customer has so much of everything, in whatever way it is made, and no more.
struct QuotaTests {
    /// Whether what is counted is what is there.
    private static func countsAreRight(_ console: TestConsole) async throws -> Bool {
        try await console.parts.core.database.read { db in
            for (kind, table) in [("devices", "device"), ("users", "enrollmentUser"), ("tags", "tag")] {
                let counted = try Int.fetchOne(
                    db, sql: "SELECT coalesce(SUM(amount), 0) FROM quotaUse WHERE kind = ?", arguments: [kind])
                guard try counted == Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") else { return false }
            }
            return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM quotaGrowth") == 0
        }
    }

    private static func addTag(_ name: String, at group: Int64, _ console: TestConsole) async throws -> TestResponse {
        try await console.api.call(
            .post, "mdm/tags/addtag", #"{"TagName": "\#(name)", "TagType": 1, "LocationGroupId": \#(group)}"#)
    }

    @Test func `A further tag is refused with the key that says so, and another customer has its own`() async throws {
        try await withConsole([\.quotasTags: "2"]) { console in
            let (demo, review) = (try await console.groupID("demo"), try await console.groupID("appreview"))
            for name in ["a", "b"] { #expect(try await Self.addTag(name, at: demo, console).status == .ok) }
            let refused = try await Self.addTag("c", at: demo, console)
            #expect(refused.status == .conflict, "\(refused.text)")
            #expect(refused.text.contains("demo may have 2 of tags (quotas.tags)"), "\(refused.text)")
            #expect(try await Self.addTag("c", at: review, console).status == .ok)
            #expect(try await console.parts.count("tag WHERE groupId = \(demo)") == 2)
            try await console.execute("DELETE FROM tag WHERE name = 'a'")
            #expect(try await Self.addTag("c", at: demo, console).status == .ok)
            #expect(try await Self.countsAreRight(console))
        }
    }

    @Test func `A whole environment file counts as its parts do, and nothing of one that is too much stays`()
        async throws
    {
        try await withConsole([\.quotasUsers: "20"]) { console in
            let before = try await console.parts.count("enrollmentUser")
            let users = (0..<30).map { "{username: user\($0), password: x}" }.joined(separator: ", ")
            let answer = try await console.importEnvironment(
                "version: 2\norganizationGroups: [{path: global/demo, users: [\(users)]}]")
            #expect(answer.status == .conflict && answer.text.contains("quotas.users"), "\(answer.text)")
            #expect(try await console.parts.count("enrollmentUser") == before)
            #expect(try await Self.countsAreRight(console))
        }
    }

    @Test func `Devices enroll up to the quota, those that are known go on, and a deleted one makes room`() async throws
    {
        try await withConsole([\.quotasDevices: "2"]) { console in
            _ = try await console.signedInDevice("1111")
            _ = try await console.signedInDevice("2222")
            await #expect(throws: (any Error).self) { try await console.signedInDevice("3333") }
            #expect(try await console.parts.count("device") == 2)
            _ = try await console.signedInDevice("1111")
            var other = try console.device("4444")
            try await other.logIn(username: "reviewer", password: "review", organizationGroup: "appreview")
            try await console.execute("DELETE FROM device WHERE identifier = '2222'")
            _ = try await console.signedInDevice("3333")
            #expect(try await Self.countsAreRight(console))
        }
    }

    @Test func `Groups of one customer count together, and a device that moves among them changes nothing`()
        async throws
    {
        try await withConsole([\.quotasDevices: "1", \.quotasGroups: "3"]) { console in
            let made = try await console.importEnvironment(
                "version: 2\norganizationGroups: [{path: global/demo}, {path: global/demo/one}, {path: global/demo/two}]"
            )
            #expect(made.status == .ok, "\(made.text)")
            let more = try await console.importEnvironment(
                "version: 2\norganizationGroups: [{path: global/demo}, {path: global/demo/three}]")
            #expect(more.status == .conflict && more.text.contains("quotas.groups"), "\(more.text)")
            _ = try await console.signedInDevice("1111")
            let moved = try await console.change("1111", #"{"group": "one"}"#)
            #expect(moved.status == .ok, "\(moved.text)")
            await #expect(throws: (any Error).self) { try await console.signedInDevice("2222") }
            #expect(try await Self.countsAreRight(console))
        }
    }

    @Test func `Notes of a device have a bound of their own`() async throws {
        try await withConsole([\.quotasEntries: "2"]) { console in
            _ = try await console.signedInDevice("1111")
            let id = try #require(try await console.parts.value("SELECT id FROM device", Int64.self))
            var statuses: [Int] = []
            for _ in 0..<3 {
                statuses.append(
                    try await console.api.call(.post, "mdm/devices/\(id)/notes", #"{"Note": "x"}"#).status.code)
            }
            #expect(statuses[0] < 300 && statuses[1] < 300 && statuses[2] == 409, "\(statuses)")
            #expect(try await console.parts.count("deviceNote") == 2)
        }
    }

    @Test func `The oldest versions of a profile give way, and the one in force stays`() async throws {
        try await withConsole([\.quotasProfileVersions: "3"]) { console in
            let profile = try #require(
                try await console.parts.value("SELECT MIN(id) FROM sdkProfile", Int64.self))
            for version in 1000..<1010 {
                try await console.execute(
                    """
                    INSERT INTO sdkProfileVersion (profileId, version, payloads, createdAt)
                    VALUES (\(profile), \(version), x'00', 0)
                    """)
            }
            let left = try await console.parts.core.database.read { db in
                try Int.fetchAll(
                    db, sql: "SELECT version FROM sdkProfileVersion WHERE profileId = ? ORDER BY 1",
                    arguments: [profile])
            }
            #expect(left == [1007, 1008, 1009])
        }
    }

    @Test func `Uploads and their bytes, and files, are counted and given back`() async throws {
        try await withConsole([\.quotasUploads: "2", \.quotasUploadBytes: "100", \.quotasBlobBytes: "50"]) { console in
            func chunk(_ count: Int, _ sequence: Int = 1, of id: String = "") async throws -> TestResponse {
                let text = Data(repeating: 7, count: count).base64EncodedString()
                return try await console.api.call(
                    .post, "mam/apps/internal/uploadchunk",
                    #"{"TransactionId":"\#(id)","ChunkData":"\#(text)","ChunkSequenceNumber":\#(sequence)}"#)
            }
            let first = try await chunk(60)
            let id = try #require(try first.json()["TranscationId"] as? String)
            let large = try await chunk(60)
            #expect(
                large.status == .conflict && large.text.contains("100 bytes of unfinished uploads"), "\(large.text)")
            #expect(console.files(in: "chunks").count == 1)
            // Another chunk of the same number takes the place of the first.
            #expect(try await chunk(90, 1, of: id).status == .ok)
            #expect(try await chunk(20, 2, of: id).status == .conflict)
            #expect(try await chunk(5).status == .ok)
            let third = try await chunk(1)
            #expect(third.status == .conflict && third.text.contains("quotas.uploads"), "\(third.text)")
            let caller = console.api
            func blob(_ count: Int) async throws -> TestResponse {
                try await caller.call(
                    .post, "mam/blobs/uploadblob?fileName=a.bin", String(repeating: "x", count: count))
            }
            let kept = try await blob(40)
            #expect(kept.status == .ok, "\(kept.text)")
            let refused = try await blob(20)
            #expect(refused.status == .conflict && refused.text.contains("quotas.blobBytes"), "\(refused.text)")
            #expect(console.files(in: "blobs").count == 1)
            let number = try #require(try await console.parts.value("SELECT id FROM blob", Int64.self))
            #expect(try await caller.call(.delete, "mam/blobs/\(number)").status == .ok)
            #expect(try await blob(50).status == .ok)
        }
    }

    @Test func `An upload of one customer never cancels another's`() async throws {
        try await withConsole([\.retentionUploads: "4"]) { console in
            func begin(_ caller: APICaller) async throws -> Int {
                try await caller.call(
                    .post, "mam/apps/internal/uploadchunk", #"{"ChunkData":"AQID","ChunkSequenceNumber":1}"#
                ).status.code
            }
            let (demo, review) = (
                try await console.api(.consoleAdministrator, of: "demo"),
                try await console.api(.consoleAdministrator, of: "appreview")
            )
            #expect(try await begin(review) == 200)
            for _ in 0..<10 { #expect(try await begin(demo) == 200) }
            let counts = try await console.parts.core.database.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT code || ' ' || COUNT(*) FROM uploadTransaction
                        JOIN organizationGroup g ON g.id = groupId GROUP BY code ORDER BY code
                        """)
            }
            #expect(counts == ["appreview 1", "demo 3"])
        }
    }

    @Test func `Who signs in often can still sign in: tokens of sign-ins give way, those of administrators stay`()
        async throws
    {
        try await withConsole([\.quotasEntries: "10"]) { console in
            for number in 0..<4 { try await console.addToken("given \(number)") }
            for _ in 0..<40 {
                let answer = try await console.logIn(try console.login { $0.authenticationType = .token })
                #expect(answer["StatusCode"] == "AUTH-0", "\(answer)")
            }
            #expect(try await console.parts.count("enrollmentToken WHERE kind = 'enrollment'") == 4)
            #expect(try await console.parts.count("enrollmentToken") <= 10)
            // The latest one is good, though it is one of many.
            let last = try await console.logIn(try console.login { $0.authenticationType = .token })
            let token = try #require(last["AWAuthenticationToken"])
            let login = try console.login { ($0.username, $0.password, $0.authorizationCode) = (nil, nil, token) }
            #expect(try await console.logIn(login)["StatusCode"] == "AUTH-0")
        }
    }

    @Test func `Logins without end leave only so many credentials, and made-up apps are refused`() async throws {
        try await withConsole([\.quotasEntries: "8"]) { console in
            for number in 0..<20 {
                let login = try console.login { $0.authenticationGroup = "com.example.g\(number)" }
                #expect(try await console.logIn(login)["StatusCode"] == "AUTH-0")
            }
            #expect(try await console.parts.count("credential") <= 8)
            #expect(try await console.parts.count("accessToken") <= 8)
            var statuses: Set<HTTPResponse.Status> = []
            for number in 0..<10 {
                let login = try console.login { login in
                    if let bundle = BundleIdentifier("com.example.b\(number)") { login.bundle = bundle }
                }
                let answer = try await console.send(
                    .post, "/deviceservices/AuthenticationEndpoint.aws", body: try login.encoded())
                statuses.insert(answer.status)
            }
            #expect(try await console.parts.count("installation") == 8)
            #expect(statuses == [.ok, .conflict])
            // What the device had goes on.
            _ = try await console.signedInDevice()
            try await console.execute("DELETE FROM device")
            #expect(
                try await console.parts.count(
                    "quotaUse WHERE kind IN ('installations', 'credentials', 'accessTokens')") == 0)
        }
    }

    @Test func `A quota that refuses is said in the log, with its key and the customer`() async throws {
        try await withWatchedConsole([\.quotasTags: "1"]) { console, log in
            let demo = try await console.groupID("demo")
            for name in ["a", "b", "c"] { _ = try await Self.addTag(name, at: demo, console) }
            let told = log.lines.filter { $0.message.contains("(quotas.tags)") }
            #expect(told.count == 1 && told.first?.level == .warning, "\(told)")
            #expect(told.first?.metadata["lastCustomer"] == "demo")
        }
    }
}
