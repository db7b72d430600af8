import ConsoleModel
import DeviceSimulator
import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Whose requests faults act on.
struct FaultOwnershipTests {
    private func withTwoCustomers(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            try await body(console)
        }
    }

    @Test func `A fault acts on requests of the groups of whoever posted it`() async throws {
        try await withTwoCustomers { console in
            let device = try await console.signedInDevice()
            let request = try console.authenticated(TestConsole.getUser, as: device)
            let other = try await console.api(.consoleAdministrator, of: "other")
            #expect(try await other.mock(.post, "faults", #"{"action": {"status": 503}}"#).status == .created)
            #expect(try await console.send(request).status == 200)
            let own = try await console.api(.consoleAdministrator, of: "demo")
            #expect(try await own.mock(.post, "faults", #"{"action": {"status": 502}}"#).status == .created)
            #expect(try await console.send(request).status == 502)
        }
    }

    @Test func `What belongs to nobody meets only faults of the root`() async throws {
        try await withTwoCustomers { console in
            let own = try await console.api(.consoleAdministrator, of: "demo")
            #expect(try await own.mock(.post, "faults", #"{"action": {"status": 502}}"#).status == .created)
            #expect(await console.seen("/deviceservices/nowhere").status == 404)
            try await console.fault(#"{"action": {"status": 503}}"#)
            #expect(await console.seen("/deviceservices/nowhere").status == 503)
        }
    }

    @Test func `A request that names a group, or a device of it, meets its faults`() async throws {
        try await withTwoCustomers { console in
            _ = try await console.signedInDevice()
            let own = try await console.api(.consoleAdministrator, of: "demo")
            #expect(try await own.mock(.post, "faults", #"{"action": {"status": 502}}"#).status == .created)
            #expect(await console.seen().status == 502, "the device that the path names is of the group")
            let login = Data(#"{"Username": "x", "ActivationCode": "DEMO"}"#.utf8)
            let path = "/deviceservices/AuthenticationEndpoint.aws"
            #expect(await console.seen(path, .post, body: login).status == 502)
            let foreign = Data(#"{"Username": "x", "ActivationCode": "other"}"#.utf8)
            #expect(await console.seen(path, .post, body: foreign).status != 502)
        }
    }

    @Test func `An administrator sees and deletes faults of the own subtree only`() async throws {
        try await withTwoCustomers { console in
            let (own, other) = (
                try await console.api(.consoleAdministrator, of: "demo"),
                try await console.api(.consoleAdministrator, of: "other")
            )
            _ = try await own.mock(.post, "faults", #"{"action": {"status": 502}}"#)
            try await console.fault(#"{"action": {"status": 503}}"#)
            #expect(try await other.mock(.get, "faults").json()["total"] as? Int == 0)
            #expect(try await other.mock(.get, "faults/1").status == .notFound)
            #expect(try await other.mock(.delete, "faults/1").status == .notFound)
            #expect(try await other.mock(.delete, "faults").deletedCount == 0)
            #expect(try await own.mock(.get, "faults").json()["total"] as? Int == 1)
            #expect(try await console.adminJSON("/_mock/faults")["total"] as? Int == 2)
            #expect(try await own.mock(.delete, "faults").deletedCount == 1)
            #expect(try await console.adminJSON("/_mock/faults")["total"] as? Int == 1)
        }
    }

    @Test func `Whoever only reads posts no fault`() async throws {
        try await withConsole { console in
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.mock(.post, "faults", #"{"action": {"status": 502}}"#).status == .forbidden)
            #expect(try await reader.mock(.get, "faults").status == .ok)
            let nobody = try await console.send(.post, "/_mock/faults", text: #"{"action": {"status": 502}}"#)
            #expect(nobody.status == .unauthorized)
        }
    }

    @Test func `Many faults at once cross nobody`() async throws {
        try await withTwoCustomers { console in
            let own = try await console.api(.consoleAdministrator, of: "demo")
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<48 {
                    group.addTask {
                        let path = "/deviceservices/own-\(number)"
                        let body =
                            #"{"match": {"path": "\#(path)"}, "action": {"status": \#(500 + number)}, "times": 1}"#
                        let made = try await console.admin(.post, "/_mock/faults", text: body)
                        let seen = await console.seen(path)
                        return made.status == .created && seen.status == 500 + number
                    }
                }
                for try await passed in group { #expect(passed) }
            }
            #expect(try await own.mock(.get, "faults").json()["total"] as? Int == 0)
        }
    }
}
