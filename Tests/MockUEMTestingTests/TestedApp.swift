import DeviceProtocol
import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// The app under test: a simulated client over a socket.
enum TestedApp {
    /// Lends an app whose user has signed in.
    @discardableResult
    static func signedIn<Value: Sendable>(
        at access: ConsoleAccess, device: String = newDevice(), _ body: (SimulatedClient) async throws -> Value
    ) async throws -> Value {
        try await installed(at: access, device: device) { app in
            var app = app
            try await signIn(&app, access)
            return try await body(app)
        }
    }

    /// Signs the user in.
    static func signIn(_ app: inout SimulatedClient, _ access: ConsoleAccess) async throws {
        let answer = try await app.logIn(
            username: access.user, password: access.password, organizationGroup: access.groupId)
        guard answer.status == .success else { throw SignInRefused() }
    }

    /// Lends an app that nobody has signed in to.
    @discardableResult
    static func installed<Value: Sendable>(
        at access: ConsoleAccess, device: String = newDevice(), now: @escaping @Sendable () -> Date = { Date() },
        _ body: (SimulatedClient) async throws -> Value
    ) async throws -> Value {
        let identifier = try #require(DeviceIdentifier(device))
        let bundle = try #require(BundleIdentifier(access.bundleId))
        return try await NetworkTransport.with(origin: access.http) { transport in
            let app = SimulatedClient(
                device: identifier, bundle: bundle, authority: String(access.http.dropFirst("http://".count)),
                scheme: .signature, now: now, transport: transport)
            return try await body(app)
        }
    }

    /// An identifier that no device had before.
    static func newDevice() -> String {
        (UUID().uuidString + UUID().uuidString).lowercased().filter(\.isHexDigit).prefix(40).description
    }
}

/// The console does not let a user in.
struct SignInRefused: Error {}

/// A console that all tests share; a test has a device of its own in it.
func sharedConsole() async throws -> MockUEM { try await MockUEM.shared }

extension MockUEM {
    /// Lends a console of a test's own.
    @discardableResult
    static func started<Value: Sendable>(
        _ configuration: [String: String] = [:], _ body: (MockUEM) async throws -> Value
    ) async throws -> Value {
        let mock = try await start(configuration)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(mock)) } catch { outcome = .failure(error) }
        await mock.stop()
        return try outcome.get()
    }
}
