import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Two customers beside one another, each with a user and an app.
enum ClockWorld {
    /// A month in seconds.
    static let month: Int64 = 30 * 86_400

    /// The environment.
    static let environment = """
        version: 2
        organizationGroups:
        \(["left", "right"].map(customer).joined(separator: "\n"))
        """

    private static func customer(_ code: String) -> String {
        """
          - path: global/\(code)
            name: \(code)
            type: Customer
            settings: {requireMDMEnrollment: false, authenticationTypes: [usernameAndPassword, token]}
            users: [{username: \(code), password: secret}]
            smartGroups: [{name: All \(code), criteria: {organizationGroups: [global/\(code)]}}]
            applications:
              - {bundleId: com.example.demo, name: Demo, version: '1.0.0', assignments: [{smartGroup: All \(code)}]}
          - {path: global/\(code)/inner\(code), name: Inner \(code)}
        """
    }

    /// Lends a console with the two customers.
    static func withCustomers<Value: Sendable>(
        _ settings: ConfigurationSettings = [:], _ body: @escaping @Sendable (TestConsole) async throws -> Value
    ) async throws -> Value {
        try await withConsole(settings) { console in
            let imported = try await console.importEnvironment(environment)
            try #require(imported.status == .ok, "\(imported.text)")
            return try await body(console)
        }
    }
}

extension TestConsole {
    /// Asks for a clock, or changes one.
    func clock(_ method: HTTPRequest.Method, _ group: String, _ body: String? = nil) async throws -> [String: Any] {
        let response = try await admin(method, "/_mock/clocks/\(group)", text: body)
        #expect(response.status == (method == .delete ? .noContent : .ok), "\(group): \(response.text)")
        return method == .delete ? [:] : try response.json()
    }

    /// What a group's clock shows.
    func now(in group: String) async throws -> String? { try await clock(.get, group)["now"] as? String }

    /// Moves a clock forward.
    ///
    /// - Returns: What fell due: counts by kind.
    @discardableResult
    func advance(_ group: String, seconds: Int64) async throws -> [String: Int] {
        let answer = try await clock(.post, "\(group)/advance", #"{"seconds": \#(seconds)}"#)
        let due = try #require(answer["due"] as? [[String: Any]])
        return try Dictionary(
            uniqueKeysWithValues: due.map {
                (try #require($0["kind"] as? String), try #require($0["count"] as? Int))
            })
    }

    /// A device whose user has signed in to one of the customers.
    func device(of customer: String, scheme: SimulatedClient.Scheme = .bearer) async throws -> SimulatedClient {
        let hex = customer == "left" ? "1" : "2"
        var device = try device(String(repeating: hex, count: 40), scheme: scheme)
        try await device.logIn(username: customer, password: "secret", organizationGroup: customer)
        return device
    }
}
