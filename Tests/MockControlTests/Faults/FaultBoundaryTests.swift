import ConsoleModel
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What faults of one customer have no part in: requests of others, and what proves who sends them.
struct FaultBoundaryTests {
    /// A console with two customers, of which one answers all that is its own with 418.
    private func withFaultOf(
        _ group: String = "other", _ body: @escaping @Sendable (TestConsole) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            let own = try await console.api(.consoleAdministrator, of: group)
            #expect(try await own.mock(.post, "faults", #"{"action": {"status": 418}}"#).status == .created)
            try await body(console)
        }
    }

    private func basic(_ name: String, _ password: String) -> String {
        "Basic \(Data("\(name):\(password)".utf8).base64EncodedString())"
    }

    @Test(arguments: [
        "/api/system/groups/search?groupid=other", "/api/mdm/devices/search?organizationgroup=other&udid=ab",
    ])
    func `An administrator above it may name its groups`(target: String) async throws {
        try await withFaultOf { console in
            let credentials = console.console.credentials
            let named = ["Authorization": basic(credentials.adminUser, credentials.adminPassword)]
            for headers in [
                ["Authorization": "Bearer \(credentials.adminToken)", "Accept": "application/json"],
                named.merging(["aw-tenant-code": credentials.tenantCode]) { $1 },
                ["Authorization": basic("%61dmin", credentials.adminPassword)], ["Authorization": "Bearer unknown"],
                [:],
            ] {
                let answer = try await console.send(.get, target, headers: headers)
                #expect(answer.status.code != 418, "\(headers)")
            }
        }
    }

    @Test func `An API key says nothing of a bearer token, and something of a name`() async throws {
        try await withFaultOf { console in
            let made = try await console.api.mock(.post, "api-keys", #"{"name": "theirs", "group": "other"}"#)
            #expect(made.status == .created, "\(made.text)")
            let key = try #require(try made.json()["key"] as? String)
            let token = console.console.credentials.adminToken
            let bearer = try await console.send(
                .get, "/api/system/info", headers: ["Authorization": "Bearer \(token)", "aw-tenant-code": key])
            #expect(bearer.status.code == 200, "\(bearer.text)")
            let credentials = console.console.credentials
            let narrowed = try await console.send(
                .get, "/api/system/info",
                headers: [
                    "Authorization": basic(credentials.adminUser, credentials.adminPassword), "aw-tenant-code": key,
                ])
            #expect(narrowed.status.code == 418, "within the group of the key, as the sign-in is")
        }
    }

    @Test func `A client that asks for a token is no administrator of its name`() async throws {
        try await withFaultOf { console in
            let credentials = console.console.credentials
            _ = try await console.api(.readOnly, of: "other", username: credentials.oauthClientId)
            let form = "grant_type=client_credentials"
            let headers = ["Content-Type": "application/x-www-form-urlencoded"]
            for path in ["/connect/token", "//Connect//Token/", "/oauth/token"] {
                let answer = try await console.send(
                    .post, path,
                    headers: headers.merging(
                        ["Authorization": basic(credentials.oauthClientId, credentials.oauthClientSecret)]) { $1 },
                    text: form)
                #expect(answer.status.code != 418, "\(path)")
            }
            let inForm = try await console.send(
                .post, "/connect/token", headers: headers,
                text: "\(form)&client_id=\(credentials.oauthClientId)&client_secret=\(credentials.oauthClientSecret)")
            #expect(inForm.status.code == 200, "\(inForm.text)")
            let token = try #require(try inForm.json()["access_token"] as? String)
            let answer = try await console.send(
                .get, "/api/system/groups/search?groupid=other", headers: ["Authorization": "Bearer \(token)"])
            #expect(answer.status.code == 200, "\(answer.text)")
        }
    }

    @Test func `A device of two customers that says neither belongs to nobody`() async throws {
        try await withFaultOf { console in
            let device = try await console.signedInDevice()
            try await console.parts.core.database.write { transaction in
                // The other customer says that it has seen the device last.
                let group = try #require(try OrganizationGroupStore.group(code: "other", transaction.db)).storedID()
                try transaction.db.execute(
                    sql: """
                        INSERT INTO device (groupId, uuid, identifier, friendlyName, enrollmentStatus, complianceStatus,
                            createdAt, lastSeenAt)
                        SELECT ?, 'other', identifier, 'theirs', 0, 0, createdAt, lastSeenAt + 1000000 FROM device
                        """, arguments: [group])
                transaction.changesConfiguration()
            }
            #expect(await console.seen().status == 200, "the open status route")
            let signed = try console.authenticated(TestConsole.getUser, as: device)
            #expect(try await console.send(signed).status == 200)
            let login = Data(#"{"Username": "x", "Udid": "\#(TestConsole.device)"}"#.utf8)
            #expect(await console.seen("/deviceservices/AuthenticationEndpoint.aws", .post, body: login).status != 418)
            let theirs = Data(#"{"Username": "x", "ActivationCode": "other", "Udid": "\#(TestConsole.device)"}"#.utf8)
            #expect(await console.seen("/deviceservices/AuthenticationEndpoint.aws", .post, body: theirs).status == 418)
        }
    }

    @Test(arguments: [
        #"{"header": {"Authorization": {"startsWith": "Bearer "}}}"#,
        #"{"header": {"Authorization": {"contains": "redacted"}}}"#, #"{"json": {"$.Password": "[redacted]"}}"#,
        #"{"body": {"contains": "redacted"}}"#,
    ])
    func `Faults see that there is a secret`(match: String) async throws {
        try await withConsole { console in
            try await console.fault(#"{"match": \#(match), "action": {"status": 418}}"#)
            let bearer: HTTPFields = [.authorization: "Bearer not-a-token"]
            let login = Data(#"{"Username": "demo", "Password": "demo", "ActivationCode": "demo"}"#.utf8)
            let answer = await console.seen(
                "/deviceservices/AuthenticationEndpoint.aws", .post, headers: bearer, body: login)
            #expect(answer.status == 418)
        }
    }

    @Test(arguments: [
        #"{"header": {"Authorization": {"startsWith": "Bearer not"}}}"#,
        #"{"header": {"Authorization": {"contains": "a-token"}}}"#, #"{"json": {"$.Password": {"startsWith": "d"}}}"#,
        #"{"body": {"contains": "\"Password\": \"d"}}"#, #"{"query": {"token": {"startsWith": "s"}}}"#,
        #"{"cookie": {"session": {"startsWith": "s"}}}"#,
    ])
    func `Faults and scenarios do not see what it is`(match: String) async throws {
        try await withConsole { console in
            try await console.fault(#"{"match": \#(match), "action": {"status": 418}}"#)
            var fields: HTTPFields = [.authorization: "Bearer not-a-token"]
            fields[.cookie] = "session=secret"
            let login = Data(#"{"Username": "demo", "Password": "demo", "ActivationCode": "demo"}"#.utf8)
            let answer = await console.seen(
                "/deviceservices/AuthenticationEndpoint.aws?token=secret", .post, headers: fields, body: login)
            #expect(answer.status != 418, "\(answer.text)")
            #expect(try await console.adminJSON("/_mock/faults/1")["seen"] as? Int == 0)
        }
    }
}
