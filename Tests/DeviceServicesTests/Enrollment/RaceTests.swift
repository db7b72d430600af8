import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What happens when things change while a request is under way.
struct RaceTests {
    @Test func `A credential that ended since the request came in registers nothing`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/demo}
                  - {path: global/demo/east, users: [{username: eve, password: eve}]}
                """)
            let device = try await console.signedInDevice()
            let lookup = try await console.parts.model.credentials.credential(
                device: device.device, authenticationGroup: device.bundle.value)
            guard case .inForce(let credential) = lookup else { throw ConsoleError(.notFound, "no credential") }
            var other = try console.device(device.device.value, bundle: "com.example.review")
            try await other.logIn(username: "eve", password: "eve", organizationGroup: "east")
            let store = EnrollmentStore(
                database: console.parts.core.database, credentials: console.parts.model.credentials,
                tokens: console.parts.model.tokens, compliance: console.parts.model.compliance,
                events: console.parts.core.events,
                clock: console.parts.core.clock,
                random: console.parts.core.random, passwords: console.parts.model.guards.passwords.rules)
            let error = await #expect(throws: ConsoleError.self) {
                try await store.register(device.bundle, for: credential.identity)
            }
            #expect(error?.code == .credentialRevoked)
        }
    }

    @Test func `Guesses at the same time lock the account as guesses one by one do`() async throws {
        try await withConsole { console in
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        var device = try console.device("guess-\(number)")
                        return try await device.logIn(
                            username: "demo", password: "guess\(number)", organizationGroup: "demo"
                        ).statusCode
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.contains("AUTH-1001") && !codes.contains("AUTH-0"))
            var device = try console.device()
            let answer = try await device.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            #expect(answer.status == .accountLocked)
        }
    }

    @Test func `Too many waiting passwords are refused, not queued`() async throws {
        try await withConsole([\.passwordsQueue: "1", \.scryptCost: "12"]) { console in
            // One each: a password that was found right is not hashed again.
            let users = (0..<30).map { "{username: user\($0), password: secret\($0)}" }
            let added = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - {path: global/demo, users: [\(users.joined(separator: ", "))]}
                """)
            #expect(added.status == .ok, "\(added.text)")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let body = """
                            {"Username":"user\(number)","Password":"secret\(number)","ActivationCode":"demo",
                            "Udid":"queue-\(number)","DeviceType":"2","BundleId":"com.example.demo"}
                            """
                        return try await console.send(
                            .post, "/deviceservices/AuthenticationEndpoint.aws", text: body
                        ).status.code
                    }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [200, 503])
        }
    }

    @Test(arguments: ["/enroll", "/ca.pem", "/api/nothing", "/_mock/devices", "/deviceservices/nothing"])
    func `A refused HEAD has no body`(path: String) async throws {
        try await withConsole { console in
            let response = try await console.send(.head, path)
            #expect(response.status.code >= 400 && response.body.readableBytes == 0)
            #expect(response.headers[.consoleVersion] == "24.10.0.0")
        }
    }
}
