import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Files that are refused: each names line, field and what is allowed, and leaves nothing behind.
struct EnvironmentProblemTests {
    private static let hash =
        "$scrypt$ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    private static let long = String(repeating: "x", count: 256)
    private static let time = "'2030-01-31T00:00:00Z'"

    static let groups: [BadEnvironment] = [
        .init("name: []", "name", "must be a single value"),
        .init("name: ''", "name", "must have 1 to 255 characters"),
        .init("name: ~", "name", "must be a text"),
        .init("name: \(long)", "name", "must have 1 to 255 characters"),
        .init("name: \(String(repeating: "e\u{301}", count: 200))", "name", "must have 1 to 255 characters"),
        .init(#"name: "a\0b""#, "name", "none of them NUL"),
        .init("id: 8", "id", "it must be a whole number from 7 to 7"),
        .init("uuid: abc", "uuid", "it must be a UUID"),
        .init("type: Tenant", "type", "it must be one of Global, Partner, Customer, Container, Prospect"),
        .init("type: Container", "type", "only the topmost group is of the type Global"),
        .init("country: {a: b}", "country", "must be a single value"),
        .init("locale: ''", "locale", "must have 1 to 255 characters"),
        .init("colour: red", "", "has no key \"colour\"; it may have path, id, uuid, name"),
        .init("tags: x", "tags", "must be a list"),
        .init("tags: [{}]", "tags[0]", "needs the key \"name\""),
        .init("tags: [{name: a, colour: b}]", "tags[0]", "has no key \"colour\"; it may have name, uuid"),
        .init("tags: [{name: a}, {name: A}]", "tags", "A stands here twice"),
        .init("tags: [{name: a, uuid: 5}]", "tags[0].uuid", "it must be a UUID"),
        .init("tags: [{name: a, type: Animal}]", "tags[0].type", "it must be one of Device, General"),
        .init("tags: [{name: a, avatar: \(long)}]", "tags[0].avatar", "must have 0 to 255 characters"),
    ]

    static let settings: [BadEnvironment] = [
        .init("settings: []", "settings", "must be a mapping with the keys authenticationTypes, forceToken"),
        .init("settings: {forceTokens: true}", "settings", "has no key \"forceTokens\""),
        .init("settings: {forceToken: yes}", "settings.forceToken", "is \"yes\"; it must be true or false"),
        .init("settings: {requireMDMEnrollment: 1}", "settings.requireMDMEnrollment", "it must be true or false"),
        .init("settings: {authenticationTypes: token}", "settings.authenticationTypes", "must be a list"),
        .init(
            "settings: {authenticationTypes: [ldap]}", "settings.authenticationTypes[0]",
            "it must be one of usernameAndPassword, token, saml"),
        .init(
            "settings: {accessTokenLifetime: 0}", "settings.accessTokenLifetime", "a whole number from 1 to 31536000"),
        .init("settings: {maximumFailedLogins: 1.5}", "settings.maximumFailedLogins", "a whole number from 0 to 1000"),
        .init("settings: {lockoutMinutes: '5'}", "settings.lockoutMinutes", "a whole number from 0 to 525600"),
        .init("settings: {lockoutMinutes: 0x-5}", "settings.lockoutMinutes", "a whole number from 0 to 525600"),
        .init("settings: {defaultProfile: [x]}", "settings.defaultProfile", "must be a single value"),
        .init("settings: {defaultProfile: None}", "settings.defaultProfile", "there is no SDK profile None in global"),
    ]

    static let people: [BadEnvironment] = [
        .init("users: {}", "users", "must be a list"),
        .init("users: [5]", "users[0]", "must be a mapping with the keys username"),
        .init("users: [{}]", "users[0]", "needs the key \"username\""),
        .init("users: [{username: a, age: 5}]", "users[0]", "has no key \"age\""),
        .init("users: [{username: \(long)}]", "users[0].username", "must have 1 to 255 characters"),
        .init("users: [{username: a, uuid: ~}]", "users[0].uuid", "it must be a UUID"),
        .init("users: [{username: a, accountType: Bot}]", "users[0].accountType", "one of Basic, Directory, Saml"),
        .init("users: [{username: a, active: 1}]", "users[0].active", "it must be true or false"),
        .init("users: [{username: a, password: ''}]", "users[0].password", "must have 1 to 1000 characters"),
        .init("users: [{username: a, passwordHash: p}]", "users[0].passwordHash", "must be a hash as an export writes"),
        .init(
            "users: [{username: a, password: b, passwordHash: '\(hash)'}]", "users[0].passwordHash",
            "stands beside password"),
        .init("users: [{username: a, domain: [b]}]", "users[0].domain", "must be a single value"),
        .init("users: [{username: a, firstName: {}}]", "users[0].firstName", "must be a single value"),
        .init("users: [{username: a, lastName: ~}]", "users[0].lastName", "must be a text"),
        .init("users: [{username: a, email: \(long)}]", "users[0].email", "must have 0 to 255 characters"),
        .init(#"users: [{username: a, phone: "1\0"}]"#, "users[0].phone", "none of them NUL"),
        .init("users: [{username: a, securityType: magic}]", "users[0].securityType", "it must be one of directory"),
        .init("users: [{username: a, messageType: dove}]", "users[0].messageType", "one of none, email, sms, qrCode"),
        .init("users: [{username: a, categoryId: -1}]", "users[0].categoryId", "a whole number from 0 to 9999999999"),
        .init("users: [{username: a, enrollmentGroup: []}]", "users[0].enrollmentGroup", "must be a single value"),
        .init("users: [{username: a}, {username: A}]", "users", "A stands here twice"),
        .init("users: [{username: a, tokens: x}]", "users[0].tokens", "must be a list"),
        .init(
            "users: [{username: a, tokens: [{expires: \(time)}]}]", "users[0].tokens[0]",
            "needs the key \"token\" or \"tokenHash\""),
        .init("users: [{username: a, tokens: [{token: t}]}]", "users[0].tokens[0]", "needs the key \"expires\""),
        .init(
            "users: [{username: a, tokens: [{token: t, expires: soon}]}]", "users[0].tokens[0].expires",
            "it must be a time such as 2030-01-31T00:00:00Z"),
        .init(
            "users: [{username: a, tokens: [{tokenHash: YWJj, expires: \(time)}]}]", "users[0].tokens[0].tokenHash",
            "must be base64 of a SHA-256 hash"),
        .init(
            "users: [{username: a, tokens: [{token: t, expires: \(time), used: 5}]}]", "users[0].tokens[0].used",
            "it must be a time"),
        .init(
            "users: [{username: a, tokens: [{token: t, expires: \(time)}, {token: t, expires: \(time)}]}]",
            "users[0].tokens", "stands here twice"),
        .init("userGroups: [{}]", "userGroups[0]", "needs the key \"name\""),
        .init("userGroups: [{name: g}, {name: g}]", "userGroups", "g stands here twice"),
        .init("userGroups: [{name: g, members: u}]", "userGroups[0].members", "must be a list"),
        .init("userGroups: [{name: g, members: [u]}]", "userGroups[0].members[0]", "there is no user u in global"),
        .init(
            "userGroups: [{name: g, members: [{group: a/b, name: u}]}]", "userGroups[0].members[0]",
            "there is no organization group a/b"),
        .init("userGroups: [{name: g, members: [{group: a}]}]", "userGroups[0].members[0]", "needs the key \"name\""),
    ]

    static let profiles: [BadEnvironment] = [
        .init("profiles: [{}]", "profiles[0]", "needs the key \"name\""),
        .init("profiles: [{name: p, payload: []}]", "profiles[0]", "has no key \"payload\""),
        .init("profiles: [{name: p}, {name: P}]", "profiles", "P stands here twice"),
        .init("profiles: [{name: p, version: 0}]", "profiles[0].version", "a whole number from 1 to 1000000000"),
        .init(
            "profiles: [{name: p, description: \(String(repeating: "d", count: 1001))}]", "profiles[0].description",
            "must have 0 to 1000 characters"),
        .init("profiles: [{name: p, payloads: {}}]", "profiles[0].payloads", "must be a list"),
        .init("profiles: [{name: p, payloads: [x]}]", "profiles[0].payloads[0]", "must be a mapping"),
        .init("profiles: [{name: p, payloads: [{a: 1}]}]", "profiles[0].payloads[0]", "needs the key \"PayloadType\""),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: LoggingSettingsV2, LoggingLevel: 9}]}]",
            "profiles[0].payloads[0].LoggingLevel", "one of -1 (off), 0 (error)"),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: X, a: ~}]}]", "profiles[0].payloads[0].a",
            "must have a value a property list can hold"),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: X, a: .nan}]}]", "profiles[0].payloads[0].a",
            "must have a value a property list can hold"),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: X, a: {$data: '*'}}]}]", "profiles[0].payloads[0].a",
            "$data must be base64"),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: X, a: {$date: now}}]}]",
            "profiles[0].payloads[0].a.$date", "it must be a time"),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: X, a: \(String(repeating: "[", count: 18))"
                + "\(String(repeating: "]", count: 18))}]}]",
            "profiles[0].payloads[0].a\(String(repeating: "[0]", count: 16))", "is nested too deeply"),
        .init(
            "profiles: [{name: p, payloads: [{PayloadType: X, a: \(String(repeating: "a", count: 4_194_305))}]}]",
            "profiles[0].payloads[0].a", "has more than 4194304 bytes"),
        .init(
            "profiles: [{name: p, version: 2, previousVersions: [{version: 2}]}]", "profiles[0].previousVersions",
            "version 2 is not before version 2"),
        .init(
            "profiles: [{name: p, version: 2, previousVersions: [{version: 1}, {version: 1}]}]",
            "profiles[0].previousVersions", "version 1 stands here twice"),
        .init(
            "profiles: [{name: p, version: 2, previousVersions: [{payloads: []}]}]", "profiles[0].previousVersions[0]",
            "needs the key \"version\""),
    ]

    static let smartGroups: [BadEnvironment] = [
        .init("smartGroups: [{}]", "smartGroups[0]", "needs the key \"name\""),
        .init("smartGroups: [{name: s}, {name: s}]", "smartGroups", "s stands here twice"),
        .init("smartGroups: [{name: s, criteriaType: Some}]", "smartGroups[0].criteriaType", "one of All, UserDevice"),
        .init("smartGroups: [{name: s, criteria: []}]", "smartGroups[0].criteria", "must be a mapping with the keys"),
        .init("smartGroups: [{name: s, criteria: {colours: []}}]", "smartGroups[0].criteria", "has no key \"colours\""),
        .init(
            "smartGroups: [{name: s, criteria: {organizationGroups: [global/x]}}]",
            "smartGroups[0].criteria.organizationGroups[0]", "there is no organization group global/x"),
        .init(
            "smartGroups: [{name: s, criteria: {userGroups: [x]}}]", "smartGroups[0].criteria.userGroups[0]",
            "there is no user group x in global"),
        .init(
            "smartGroups: [{name: s, criteria: {tags: [x]}}]", "smartGroups[0].criteria.tags[0]",
            "there is no tag x in global"),
        .init(
            "smartGroups: [{name: s, criteria: {platforms: ['']}}]", "smartGroups[0].criteria.platforms[0]",
            "must have 1 to 255 characters"),
        .init("smartGroups: [{name: s, criteria: {models: x}}]", "smartGroups[0].criteria.models", "must be a list"),
        .init(
            "smartGroups: [{name: s, criteria: {ownerships: [[]]}}]", "smartGroups[0].criteria.ownerships[0]",
            "must be a single value"),
        .init(
            "smartGroups: [{name: s, criteria: {osVersions: [16]}}]", "smartGroups[0].criteria.osVersions[0]",
            "it must be a comparison such as \">= 16.0\", one of <= >= != = < >"),
        .init(
            "smartGroups: [{name: s, criteria: {osVersions: ['>= new']}}]", "smartGroups[0].criteria.osVersions[0]",
            "it must be a comparison"),
        .init(
            "smartGroups: [{name: s, addedUsers: [u]}]", "smartGroups[0].addedUsers[0]", "there is no user u in global"),
        .init("smartGroups: [{name: s, excludedUsers: {}}]", "smartGroups[0].excludedUsers", "must be a list"),
    ]

    static let applications: [BadEnvironment] = [
        .init("applications: [{}]", "applications[0]", "needs the key \"bundleId\""),
        .init("applications: [{bundleId: a b}]", "applications[0].bundleId", "must be 1 to 255 letters, digits"),
        .init("applications: [{bundleId: a}, {bundleId: A}]", "applications", "A stands here twice"),
        .init("applications: [{bundleId: a, icon: b}]", "applications[0]", "has no key \"icon\""),
        .init("applications: [{bundleId: a, type: Web}]", "applications[0].type", "one of Internal, Public"),
        .init(
            "applications: [{bundleId: a, status: Gone}]", "applications[0].status", "one of Active, Inactive, Retired"),
        .init(
            "applications: [{bundleId: a, platform: ''}]", "applications[0].platform", "must have 1 to 64 characters"),
        .init(
            "applications: [{bundleId: a, version: \(String(repeating: "1", count: 65))}]", "applications[0].version",
            "must have 0 to 64 characters"),
        .init(
            "applications: [{bundleId: a, profile: p}]", "applications[0].profile",
            "there is no SDK profile p in global"),
        .init("applications: [{bundleId: a, assignments: s}]", "applications[0].assignments", "must be a list"),
        .init(
            "applications: [{bundleId: a, assignments: [{}]}]", "applications[0].assignments[0]",
            "needs the key \"smartGroup\""),
        .init(
            "applications: [{bundleId: a, assignments: [{smartGroup: s}]}]",
            "applications[0].assignments[0].smartGroup",
            "there is no smart group s in global"),
        .init(
            "applications: [{bundleId: a, assignments: [{smartGroup: s, priority: -1}]}]",
            "applications[0].assignments[0].priority", "a whole number from 0 to 2147483647"),
        .init(
            "applications: [{bundleId: a, assignments: [{smartGroup: s}, {smartGroup: S}]}]\n    smartGroups: [{name: s}]",
            "applications[0].assignments", "S stands here twice"),
    ]

    static let files: [BadEnvironment] = [
        .init(file: "organizationGroups: []", line: 1, "needs the key", "\"version\""),
        .init(file: "version: 3\norganizationGroups: []", line: 1, "version", "a whole number from 1 to 2"),
        .init(file: "version: 2\norganizationGroups: x", line: 2, "organizationGroups", "must be a list"),
        .init(
            file: "version: 2\norganizationGroups: [{name: x}]", line: 2, "organizationGroups[0]",
            "needs the key \"path\""),
        .init(
            file: "version: 2\norganizationGroups: [{path: a//b}]", line: 2, "organizationGroups[0].path",
            "it must be group IDs from the root down, joined by slashes"),
        .init(
            file: "version: 2\norganizationGroups: [{path: a/b }, {path: 'a/ b'}]", line: 2,
            "organizationGroups[1].path", "no blank at either end"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: \(String(repeating: "a/", count: 32))a", line: 3,
            "organizationGroups[0].path", "it must be group IDs"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: a\n  - path: A\n", line: 4, "organizationGroups",
            "the group A stands in the file twice"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: a\n  - path: b\n", line: 4, "organizationGroups",
            "there is a topmost group already"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: a\n  - path: a/b/c\n", line: 4, "organizationGroups",
            "there is no group a/b to put c below"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: a\n  - path: a/b\n  - path: a/b/A\n", line: 5,
            "organizationGroups", "the group ID a is taken by a"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: a\n  - {path: a/b, id: 7}\n", line: 4,
            "organizationGroups[1].id", "only the topmost group has an id"),
        .init(
            file: "version: 2\norganizationGroups:\n  - path: a\n  - {path: a/b, type: Global}\n", line: 4,
            "organizationGroups[1].type", "only the topmost group is of the type Global"),
        .init(
            file: """
                version: 2
                organizationGroups:
                  - {path: a, uuid: 00000000-0000-4000-8000-000000000001}
                  - {path: a/b, uuid: 00000000-0000-4000-8000-000000000001}
                """, line: 4, "uuid", "the uuid 00000000-0000-4000-8000-000000000001 belongs to another one already"),
        .init(
            file: """
                version: 2
                organizationGroups:
                  - path: a
                    users:
                      - {username: u, tokens: [{token: t, expires: '2030-01-31T00:00:00Z'}]}
                      - {username: v, tokens: [{token: t, expires: '2030-01-31T00:00:00Z'}]}
                """, line: 6, "tokens", "a token belongs to another user already"),
    ]

    @Test(arguments: groups + settings + people)
    func `A bad group, setting or user is named with what is allowed`(file: BadEnvironment) async throws {
        let error = try #require(try await file.refusal())
        #expect(error.code == .unprocessable)
        #expect(file.isNamed(in: error), "\(error.details)")
    }

    @Test(arguments: profiles + smartGroups + applications)
    func `A bad profile, smart group or app is named with what is allowed`(file: BadEnvironment) async throws {
        let error = try #require(try await file.refusal())
        #expect(error.code == .unprocessable)
        #expect(file.isNamed(in: error), "\(error.details)")
    }

    @Test(arguments: files.dropFirst())
    func `A file whose groups do not fit together is refused`(file: BadEnvironment) async throws {
        let error = try #require(try await file.refusal())
        #expect(error.code == .unprocessable)
        #expect(file.isNamed(in: error), "\(error.details)")
    }

    @Test(arguments: [
        ("", "the file is empty"), ("# nothing\n", "the file is empty"), ("[]", "must be a mapping"),
        ("5", "must be a mapping"), ("organizationGroups: []", "needs the key \"version\""),
        ("version: 1", "needs the key \"organizationGroups\""), ("version: 1\nmore: 2", "has no key \"more\""),
        ("a: [", "is not YAML"), ("a: b\n c: d", "is not YAML"), ("a:\n\t- b", "is not YAML"),
        ("a: 1\na: 2", "has the key a twice"), ("a: *nothing", "found undefined alias"),
        ("---\na: 1\n---\nb: 2\n", "is not YAML"), ("a: \u{0}", "is not YAML"), ("'a", "is not YAML"),
        ("%YAML 3.0\n---\na: 1", "is not YAML"), ("{a: 1}}", "is not YAML"), ("? [a]\n: b", "must be a single value"),
    ])
    func `What is no environment at all is refused in a sentence`(text: String, says: String) throws {
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
        #expect(error?.code == .unprocessable)
        #expect(error?.details.contains { $0.contains(says) } == true, "\(error?.details ?? [])")
    }

    @Test func `Line and column are exact`() throws {
        let text =
            "version: 2\norganizationGroups:\n  - path: global\n    users:\n      - username: a\n        active: maybe\n"
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
        #expect(
            error?.details == [
                "line 6, column 17: organizationGroups[0].users[0].active: is \"maybe\"; it must be true or false"
            ])
        let syntax = #expect(throws: ConsoleError.self) { try EnvironmentReader.read("version: 1\nb: [\n") }
        #expect(syntax?.details.first?.hasPrefix("line 3, column 1: is not YAML: ") == true)
        let twice = #expect(throws: ConsoleError.self) { try EnvironmentReader.read("a: 1\nb: 2\na: 3\n") }
        #expect(twice?.details.first?.contains("a mapping has the key a twice") == true)
    }

    @Test func `Every problem of a file is named, up to a hundred`() throws {
        let users = (0..<150).map { "      - {username: u\($0), active: \($0)}\n" }.joined()
        let text = "version: 2\norganizationGroups:\n  - path: global\n    users:\n" + users
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(text) }
        #expect(error?.details.count == 100)
        #expect(error?.message.hasSuffix("(and 99 more)") == true)
    }

    @Test func `Over HTTP a bad file answers 422 with every detail`() async throws {
        try await withConsole { console in
            let answer = try await console.importEnvironment(EnvironmentFixtures.global("id: 8\n    type: X"))
            #expect(answer.status.code == 422)
            #expect((try answer.json()["details"] as? [String])?.count == 2)
        }
    }

    @Test func `Bytes that are not UTF-8 answer 400`() async throws {
        try await withConsole { console in
            let headers = ["Authorization": "Bearer \(console.console.credentials.adminToken)"]
            let bytes = Data("version: 2\norganizationGroups: [{path: \u{e9}".utf8.prefix(40)) + Data([0xff, 0xfe])
            let answer = try await console.send(.post, "/_mock/environment", headers: headers, body: bytes)
            #expect(answer.status == .badRequest)
            #expect(answer.text.contains("is not UTF-8"))
        }
    }

    @Test func `A file beyond the limit answers 413`() async throws {
        try await withConsole([\.limitsEnvironment: "100"]) { console in
            let padding = String(repeating: "#", count: 101)
            let tooLarge = try await console.importEnvironment(padding)
            #expect(tooLarge.status.code == 413)
            let small = try await console.importEnvironment("#")
            #expect(small.status.code == 422)
        }
    }

    @Test func `A file that fails in its last object leaves nothing of the others`() async throws {
        try await withConsole { console in
            let export = try await console.admin(.get, "/_mock/environment").text
            let file = EnvironmentFixtures.global(
                """
                name: Renamed
                    users: [{username: new}]
                    applications: [{bundleId: a.b, assignments: [{smartGroup: nothing}]}]
                """)
            #expect(try await console.importEnvironment(file).status.code == 422)
            #expect(try await console.admin(.get, "/_mock/environment").text == export)
        }
    }

    @Test func `Only administrators of the topmost group import and export`() async throws {
        try await withConsole { console in
            let headers = try await console.administrator(of: "demo")
            #expect(try await console.send(.get, "/_mock/environment", headers: headers).status == .forbidden)
            let text = EnvironmentFixtures.global("name: Mine")
            #expect(
                try await console.send(.post, "/_mock/environment", headers: headers, text: text).status == .forbidden)
            #expect(try await console.send(.get, "/_mock/environment").status == .unauthorized)
        }
    }
}
