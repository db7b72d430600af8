import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Secrets that the environment gives by the name of a file.
struct SecretFileTests {
    /// Resolves with the text of a file for a secret.
    private static func resolve(
        _ bytes: Data?, variable: String = "MOCKUEM_ADMIN_PASSWORD_FILE", beside more: [String: String] = [:],
        arguments: [String: String] = [:]
    ) async throws -> ResolvedConfiguration {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/secret"
            try bytes?.write(to: URL(filePath: path))
            return try ResolvedConfiguration(
                ConfigurationSources(
                    arguments: arguments, environment: more.merging([variable: path]) { $1 }, file: nil,
                    defaultFile: ""))
        }
    }

    private static func refusal(_ bytes: Data?, beside more: [String: String] = [:]) async throws -> String {
        let error = await #expect(throws: ConfigurationError.self) { try await resolve(bytes, beside: more) }
        return error?.description ?? ""
    }

    @Test(arguments: ["p w", "p w\n", "p w\r\n"])
    func `The secret is the file without the line break at its end`(text: String) async throws {
        let values = try await Self.resolve(Data(text.utf8))
        #expect(values.adminPassword == "p w")
        let origin = values.origin(ConfigurationKey.adminPassword)
        #expect(origin.hasPrefix("file /") && origin.hasSuffix(", environment variable MOCKUEM_ADMIN_PASSWORD_FILE"))
        #expect(values.warnings.isEmpty, "\(values.warnings)")
    }

    @Test(arguments: ConfigurationKey.allCases.filter(\.isSecret))
    func `Every secret may come from a file`(key: ConfigurationKey) async throws {
        let values = try await Self.resolve(
            Data("0123456789abcdef".utf8), variable: "\(key.environmentName)_FILE")
        #expect(values.text(key) == "0123456789abcdef")
        #expect(values.all.first { $0.key == key }?.shown == "<redacted>")
        #expect(values.warnings.isEmpty)
    }

    @Test func `What is no secret does not`() async throws {
        let values = try await Self.resolve(Data("1".utf8), variable: "MOCKUEM_HTTP_PORT_FILE")
        #expect(values.httpPort == 8080)
        #expect(values.warnings.count == 1 && values.warnings[0].contains("MOCKUEM_HTTP_PORT_FILE"))
        // This one is a key of its own.
        let other = try await Self.resolve(Data("1".utf8), variable: "MOCKUEM_ENVIRONMENT_FILE")
        #expect(other.environmentFile?.hasSuffix("/secret") == true && other.warnings.isEmpty)
    }

    @Test func `The command line wins, and an empty variable says nothing`() async throws {
        let values = try await Self.resolve(Data("file".utf8), arguments: ["admin.password": "typed"])
        #expect(values.adminPassword == "typed")
        let beside = try await Self.resolve(Data("file".utf8), beside: ["MOCKUEM_ADMIN_PASSWORD": ""])
        #expect(beside.adminPassword == "file")
        let empty = try ResolvedConfiguration(
            ConfigurationSources(
                arguments: [:], environment: ["MOCKUEM_ADMIN_PASSWORD_FILE": ""], file: nil, defaultFile: ""))
        #expect(empty.adminPassword == "admin")
    }

    @Test func `What cannot be used is said in a sentence, without the secret`() async throws {
        let twice = try await Self.refusal(Data("x".utf8), beside: ["MOCKUEM_ADMIN_PASSWORD": "hidden"])
        #expect(
            twice == "admin.password is given twice, by MOCKUEM_ADMIN_PASSWORD and by MOCKUEM_ADMIN_PASSWORD_FILE; "
                + "leave one of them out.")
        let missing = try await Self.refusal(nil)
        #expect(missing.hasPrefix("MOCKUEM_ADMIN_PASSWORD_FILE names a file that cannot be used. The file /"))
        #expect(missing.hasSuffix(" is missing."))
        for text in ["", "\n"] {
            #expect(try await Self.refusal(Data(text.utf8)).hasSuffix("MOCKUEM_ADMIN_PASSWORD_FILE, is empty."))
        }
        let lines = try await Self.refusal(Data("hidden\nother\n".utf8))
        #expect(lines.contains("more than one line") && !lines.contains("hidden"))
        #expect(try await Self.refusal(Data([0xff, 0xfe])).contains("is not UTF-8 text"))
    }
}
