import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Compliance rules in environment files (EnvironmentFile, "Compliance rule").
struct ComplianceRuleEnvironmentTests {
    private static func rules(_ lines: String) -> String { "complianceRules: [\(lines)]" }

    static let bad: [BadEnvironment] = [
        .init("complianceRules: {}", "complianceRules", "must be a list"),
        .init(rules("{}"), "complianceRules[0]", "needs the key \"name\""),
        .init(rules("{name: a}"), "complianceRules[0]", "needs the key \"kind\""),
        .init(rules("{name: a, kind: model}"), "complianceRules[0].kind", "one of applicationVersion, osVersion"),
        .init(rules("{name: a, kind: compromised, colour: red}"), "complianceRules[0]", "has no key \"colour\""),
        .init(rules("{name: a, kind: compromised, action: nag}"), "complianceRules[0].action", "one of block, wipe"),
        .init(rules("{name: a, kind: compromised, active: 1}"), "complianceRules[0].active", "true or false"),
        .init(rules("{name: a, kind: compromised, uuid: 5}"), "complianceRules[0].uuid", "must be a UUID"),
        .init(
            rules("{name: a, kind: compromised, version: 1}"), "complianceRules[0].version",
            "is not for the kind compromised"),
        .init(rules("{name: a, kind: osVersion, version: 1}"), "complianceRules[0]", "operator is needed"),
        .init(rules("{name: a, kind: osVersion, operator: '>'}"), "complianceRules[0]", "version is needed"),
        .init(
            rules("{name: a, kind: osVersion, operator: '=>', version: 1}"), "complianceRules[0].operator",
            "one of =, !=, <, <=, >, >="),
        .init(
            rules("{name: a, kind: osVersion, operator: '=', version: new}"), "complianceRules[0].version",
            "it has to be a version such as 17.3.1"),
        .init(
            rules("{name: a, kind: applicationVersion, operator: '=', version: 1}"), "complianceRules[0]",
            "bundleId is needed"),
        .init(
            rules("{name: a, kind: applicationVersion, bundleId: a b, operator: '=', version: 1}"),
            "complianceRules[0].bundleId", "has to be"),
        .init(
            rules("{name: a, kind: compromised}, {name: A, kind: compromised}"), "complianceRules",
            "A stands here twice"),
    ]

    @Test(arguments: bad)
    func `What is wrong with a rule is named with its line and field`(bad: BadEnvironment) async throws {
        let error = try #require(try await bad.refusal())
        #expect(error.code == .unprocessable)
        #expect(bad.isNamed(in: error), "\(error.details)")
    }

    @Test func `A rule of a file is in force, and follows the file`() async throws {
        try await withConsole { console in
            func file(_ version: String) -> String {
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    complianceRules:
                      - {name: iOS, kind: OSVERSION, operator: '>=', version: \(version)}
                """
            }
            let first = try await console.importEnvironment(file("17.0"))
            #expect(try first.json()["created"] as? Int == 1)
            let again = try await console.importEnvironment(file("17.0"), onConflict: "fail")
            #expect(try again.json()["unchanged"] as? Int == 2)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await console.complianceStatus(of: client) == .blocked)
            let refused = try await console.importEnvironment(file("15"), onConflict: "fail")
            #expect(refused.status == .conflict)
            #expect(refused.text.contains("the complianceRule iOS is there already and differs"))
            #expect(try await console.importEnvironment(file("15")).json()["updated"] as? Int == 1)
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.complianceStatus(of: client) == .compliant)
        }
    }

    @Test func `A uuid of another rule is refused`() async throws {
        try await withConsole { console in
            let uuid = try await console.addRule(Rules.intact)
            let response = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global
                    complianceRules: [{name: other, kind: compromised, uuid: \(uuid)}]
                """)
            #expect(response.text.contains("belongs to another one already"))
        }
    }

    @Test func `A rule is exported as it is`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.app2)
            let export = try await console.admin(.get, "/_mock/environment").text
                .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
            #expect(
                export.contains(
                    """
                    kind: applicationVersion
                    bundleId: com.example.demo
                    operator: ">="
                    version: "2.0"
                    action: block
                    active: true
                    """), "\(export)")
        }
    }
}
