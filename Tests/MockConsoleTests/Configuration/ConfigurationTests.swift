import Foundation
import Logging
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Every configuration key: command line before environment before file before default.
struct ConfigurationTests {
    /// Resolves values from the three sources.
    static func resolve(
        arguments: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) async throws -> ResolvedConfiguration {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/config.yaml"
            if let file { try Data(file.utf8).write(to: URL(filePath: path)) }
            return try ResolvedConfiguration(
                ConfigurationSources(arguments: arguments, environment: environment, file: nil, defaultFile: path))
        }
    }

    /// What reading a file is refused with.
    static func refusal(file: String) async throws -> String? {
        do {
            _ = try await resolve(file: file)
            return nil
        } catch let error as ConfigurationError {
            return error.description
        }
    }

    @Test(
        arguments: [
            (["http.port": "81"], [:], ["command line"]), ([:], ["MOCKUEM_LOG_LEVEL": "debug"], ["environment"]),
            (["http.port": "81"], ["MOCKUEM_LOG_LEVEL": "debug", "PATH": "/bin"], ["command line", "environment"]),
            ([:], ["PATH": "/bin", "OTHER_HTTP_PORT": "82"], []),
        ] as [([String: String], [String: String], [String])])
    func `Only sources that may say something are asked`(
        arguments: [String: String], environment: [String: String], expected: [String]
    ) throws {
        let sources = try ConfigurationSources(
            arguments: arguments, environment: environment, file: nil, defaultFile: "/nowhere/config.yaml")
        let key = try #require(ConfigurationKey.named("http.port"))
        let names = sources.sources.map { $0.name(key) }
        #expect(names.count == expected.count)
        for (name, beginning) in zip(names, expected) { #expect(name.hasPrefix(beginning), "\(name)") }
    }

    /// A file that sets one key.
    static func yaml(_ key: ConfigurationKey, _ value: String) -> String {
        let parts = key.name.split(separator: ".")
        return parts.enumerated().map { index, part in
            String(repeating: "  ", count: index) + part + (index == parts.count - 1 ? ": \(value)\n" : ":\n")
        }.joined()
    }

    /// A value a key accepts that is not its default, as it is shown again.
    static func other(_ key: ConfigurationKey) -> String {
        switch key.form {
        case .text, .secret: ["console.version": "23.6", "public.url": "https://a.test"][key.name] ?? "some/text"
        case .integer(let range):
            String(key.defaultText == String(range.lowerBound) ? range.upperBound : range.lowerBound)
        case .choice(let choices): choices.first { $0 != key.defaultText } ?? ""
        case .list: "a.test,192.0.2.1"
        }
    }

    /// A value as a file has it.
    private static func written(_ value: String, _ key: ConfigurationKey) -> String {
        if case .list = key.form { return "[\(value.replacing(",", with: ", "))]" }
        return value.isEmpty ? "''" : value
    }

    private static func origin(_ key: ConfigurationKey, _ values: ResolvedConfiguration) -> String? {
        values.all.first { $0.key == key }?.origin
    }

    @Test(arguments: ConfigurationKey.allCases) func `A key has its default when nobody says otherwise`(
        key: ConfigurationKey
    )
        async throws
    {
        let values = try await Self.resolve()
        #expect(values.text(key) == key.defaultText)
        #expect(Self.origin(key, values) == "default")
        #expect(values.origin(key) == "default" && !key.summary.isEmpty)
        let secrets = ["admin.password", "admin.token", "admin.tenantCode", "admin.oauthClientSecret", "metrics.token"]
        #expect(key.isSecret == secrets.contains(key.name))
    }

    @Test func `Every declaration is a key with a name of its own`() {
        let keys = ConfigurationKey.allCases
        #expect(keys.count == Mirror(reflecting: ConfigurationKeys.all).children.count)
        #expect(Set(keys.map(\.name)).count == keys.count)
    }

    @Test(arguments: ConfigurationKey.allCases) func `The default is a value the key accepts`(key: ConfigurationKey)
        async throws
    {
        let values = try await Self.resolve(arguments: [key.name: key.defaultText])
        #expect(values.text(key) == key.defaultText)
        let quoted = try await Self.resolve(file: Self.yaml(key, Self.written(key.defaultText, key)))
        #expect(quoted.text(key) == key.defaultText)
    }

    @Test(arguments: ConfigurationKey.allCases) func `Command line before environment before file`(
        key: ConfigurationKey
    )
        async throws
    {
        let value = Self.other(key)
        let file = Self.yaml(key, Self.written(value, key))
        let fromFile = try await Self.resolve(file: file)
        #expect(fromFile.text(key) == value)
        #expect(Self.origin(key, fromFile)?.hasPrefix("file /") == true)
        let fromEnvironment = try await Self.resolve(
            environment: [key.environmentName: value], file: Self.yaml(key, Self.written(key.defaultText, key)))
        #expect(fromEnvironment.text(key) == value)
        #expect(Self.origin(key, fromEnvironment) == "environment variable \(key.environmentName)")
        let fromCommandLine = try await Self.resolve(
            arguments: [key.name: value], environment: [key.environmentName: key.defaultText], file: file)
        #expect(fromCommandLine.text(key) == value)
        #expect(Self.origin(key, fromCommandLine) == "command line")
    }

    @Test(arguments: ConfigurationKey.allCases) func `Names in the environment are the key in capitals`(
        key: ConfigurationKey
    ) {
        let name = key.environmentName
        #expect(name.hasPrefix("MOCKUEM_") && name.wholeMatch(of: /[A-Z_]+/) != nil)
        #expect(
            name.replacing("_", with: "").lowercased() == "mockuem" + key.name.replacing(".", with: "").lowercased()
        )
        #expect(ConfigurationKey.allCases.count { $0.environmentName == name } == 1)
    }

    @Test(arguments: [
        (ConfigurationKey.httpIdleTimeout, "MOCKUEM_HTTP_IDLE_TIMEOUT"),
        (ConfigurationKey.publicURL, "MOCKUEM_PUBLIC_URL"), (ConfigurationKey.tlsCA, "MOCKUEM_TLS_CA"),
        (ConfigurationKey.databaseMaximumMegabytes, "MOCKUEM_DATABASE_MAXIMUM_MEGABYTES"),
        (ConfigurationKey.adminTenantCode, "MOCKUEM_ADMIN_TENANT_CODE"),
    ])
    func `Words are told apart by underscores`(key: ConfigurationKey, name: String) {
        #expect(key.environmentName == name)
    }

    /// Keys that do not take every text, with a value they refuse.
    static let refused: [(ConfigurationKey, String)] = ConfigurationKey.allCases.flatMap { key in
        switch key.form {
        case .integer(let range):
            ["x", "1.5", "1e3", String(range.lowerBound - 1), String(range.upperBound + 1), "99999999999999999999"]
                .map { (key, $0) }
        case .choice: [(key, "sometimes"), (key, key.defaultText.uppercased())]
        default: [(ConfigurationKey, String)]()
        }
    }

    @Test(arguments: refused) func `A bad value names key, value, origin and what is accepted`(
        key: ConfigurationKey, value: String
    ) async throws {
        let sources: [(arguments: [String: String], environment: [String: String], file: String?, origin: String)] = [
            ([key.name: value], [:], nil, "(command line)"),
            ([:], [key.environmentName: value], nil, "(environment variable \(key.environmentName))"),
            ([:], [:], Self.yaml(key, value), "config.yaml)"),
        ]
        for source in sources {
            let error = await #expect(throws: ConfigurationError.self) {
                try await Self.resolve(arguments: source.arguments, environment: source.environment, file: source.file)
            }
            let text = error?.description ?? ""
            #expect(text.hasPrefix("\(key.name) is "), "\(text)")
            #expect(text.contains(source.origin), "\(text)")
            #expect(
                text.contains("it has to be one of ") || text.contains("it has to be a whole number from "), "\(text)")
            if source.file == nil { #expect(text.contains("\"\(value)\""), "\(text)") }
        }
    }

    @Test func `A source that is overruled is not looked at`() async throws {
        let values = try await Self.resolve(arguments: ["http.port": "1"], environment: ["MOCKUEM_HTTP_PORT": "x"])
        #expect(values.httpPort == 1)
    }

    @Test(arguments: [
        ("https:\n  prot: 1\n", 2, "https.prot"), ("http:\n  port: 1\nnothing: 2\n", 3, "nothing"),
        ("http: 5\n", 1, "http"),
        ("a:\n  b:\n    c: 1\n", 1, "a"), ("http:\n  port:\n    number: 1\n", 2, "http.port"),
        ("# comment\n\nHTTP:\n  port: 1\n", 3, "HTTP"),
    ])
    func `An unknown key in a file is named with its line`(file: String, line: Int, key: String) async throws {
        let text = try #require(try await Self.refusal(file: file))
        #expect(text.contains("config.yaml, line \(line), there is no configuration key \"\(key)\"."), "\(text)")
    }

    @Test func `An unknown key on the command line is named`() async throws {
        let error = await #expect(throws: ConfigurationError.self) {
            try await Self.resolve(arguments: ["http.prot": "1"])
        }
        #expect(
            error?.description
                == "There is no configuration key \"http.prot\", given on the command line. Did you mean http.port?")
    }

    @Test(arguments: [
        ("retention.logs", "retention.logBytes"), ("retention.unverifiedLogs", "retention.unverifiedLogBytes"),
    ])
    func `A key of an earlier version is refused with what took its place`(key: String, successor: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationSources(arguments: [key: "9"], environment: [:], file: nil, defaultFile: "/none")
        }
        #expect(error?.description.hasSuffix("Logs are bounded by bytes now: \(successor).") == true)
    }

    @Test(arguments: ["10.0.0.0/33", "proxy.example", "127.1", "10.0.0.0/8/8"])
    func `A proxy is an address or a range`(text: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try ConsoleConfiguration.test([\.httpProxies: text]) }
        #expect(error?.description.hasPrefix("http.proxies has \(text)") == true)
    }

    @Test(arguments: ["http.port: 9090\n", "'http.port': 9090\n", "{http.port: 9090}\n"])
    func `A key written with its dot counts, or is refused`(file: String) async throws {
        guard try await Self.refusal(file: file) == nil else { return }
        #expect(try await Self.resolve(file: file).httpPort == 9090)
    }

    @Test(arguments: ["", "\n", "# nothing\n", "---\n", "~\n", "{}\n"]) func `A file that says nothing changes nothing`(
        file: String
    )
        async throws
    {
        let values = try await Self.resolve(file: file)
        #expect(values.all.allSatisfy { $0.origin == "default" })
    }

    @Test(arguments: [
        ("- a\n", "has to be a mapping of keys"), ("text\n", "has to be a mapping of keys"), ("a: [\n", "is not YAML"),
        ("http: {port: 1}\nhttp: {port: 2}\n", "is not YAML"), ("a:\n\t- b", "is not YAML"),
    ])
    func `A file that is no mapping is refused in a sentence`(file: String, says: String) async throws {
        let text = try #require(try await Self.refusal(file: file))
        #expect(text.contains("config.yaml") && text.contains(says), "\(text)")
    }

    @Test func `A file that is not UTF-8 is refused`() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/c.yaml"
            try Data([0x61, 0xff, 0xfe]).write(to: URL(filePath: path))
            let error = #expect(throws: ConfigurationError.self) {
                try ConfigurationSources(arguments: [:], environment: [:], file: path)
            }
            #expect(error?.description == "The configuration file \(path) is not UTF-8 text.")
        }
    }

    @Test func `A named file has to be there, the default one need not`() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationSources(arguments: [:], environment: [:], file: "/nonexistent.yaml")
        }
        #expect(
            error?.description
                == "The configuration file /nonexistent.yaml, named on the command line, is missing.")
        _ = try ConfigurationSources(arguments: [:], environment: [:], file: nil, defaultFile: "/nonexistent.yaml")
    }

    @Test func `Secrets are redacted wherever they are shown`() async throws {
        let values = try await Self.resolve(
            arguments: ["admin.token": "hush", "admin.tenantCode": "hush"],
            environment: ["MOCKUEM_ADMIN_PASSWORD": "hush"])
        #expect(values.all.filter { $0.shown.contains("hush") }.isEmpty)
        #expect(values.all.filter { $0.shown == "<redacted>" }.count == 3)
        #expect(values.adminToken == "hush")
        let empty = try await Self.resolve(arguments: ["admin.token": ""])
        #expect(empty.all.first { $0.key.name == "admin.token" }?.shown == "" && empty.adminToken == nil)
    }

    @Test(arguments: ["24.10", "12345", "yes", "'quoted text'", "2026-03-05", "1e3", "true"])
    func `A text in a file is taken as it is written`(text: String) async throws {
        let expected = text.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
        let file = Self.yaml(ConfigurationKey.adminPassword, text)
        #expect(try await Self.resolve(file: file).adminPassword == expected)
    }

    @Test(arguments: [
        ("[a.test, b.test]", ["a.test", "b.test"]), ("[]", []), ("[127.0.0.1]", ["127.0.0.1"]),
        ("\n    - a.test\n    - b.test", ["a.test", "b.test"]),
    ])
    func `A list in a file is a list`(yaml: String, names: [String]) async throws {
        #expect(try await Self.resolve(file: Self.yaml(ConfigurationKey.tlsNames, yaml)).tlsNames == names)
    }

    @Test(arguments: [("a.test,b.test", ["a.test", "b.test"]), ("a.test", ["a.test"])])
    func `A list in the environment is separated by commas`(text: String, names: [String]) async throws {
        let values = try await Self.resolve(environment: ["MOCKUEM_TLS_NAMES": text])
        #expect(values.tlsNames == names)
    }
}

/// The one value a console is configured with.
struct ConsoleConfigurationTests {
    private static func configuration(_ arguments: ConfigurationSettings) throws -> ConsoleConfiguration {
        try ConsoleConfiguration.test(arguments)
    }

    @Test func `Nothing said gives the documented defaults`() throws {
        let values = try ConsoleConfiguration(
            ResolvedConfiguration(ConfigurationSources(arguments: [:], environment: [:], file: nil, defaultFile: "")))
        #expect(values.host == "127.0.0.1" && values.httpPort == 8080 && values.httpsPort == 8443)
        #expect(values.consoleVersion == "24.10.0.0" && values.scryptCost == 14 && values.signatures.mode == .strict)
        #expect(values.database.synchronous == .normal && values.database.maximumPages == 0)
        #expect(values.adminToken == nil && values.tenantCode == nil && values.certificateFiles == nil)
        #expect(!values.isAdminPasswordGiven && !values.isEphemeral && !values.logsJSON)
    }

    @Test func `Values arrive where they belong`() throws {
        let values = try Self.configuration([
            \.databaseMaximumMegabytes: "2", \.databaseSynchronous: "full", \.tlsCertificate: "c", \.tlsKey: "k",
            \.tlsCA: "a", \.adminPassword: "p", \.logFormat: "json", \.logLevel: "trace",
            \.signatureMode: "lenient", \.limitsPage: "7", \.retentionLogBytes: "9", \.commandsMaximumDeliveries: "4",
            \.appsAcceptUnreadablePackages: "true",
        ])
        #expect(values.database.maximumPages == 512 && values.database.synchronous == .full)
        #expect(values.certificateFiles?.certificate == "c" && values.certificateFiles?.authority == "a")
        #expect(values.isAdminPasswordGiven && values.logsJSON && values.logLevel == .trace)
        #expect(values.signatures.mode == .lenient && values.limits.page == 7 && values.retention.logBytes == 9)
        #expect(values.commands.maximumDeliveries == 4 && values.acceptsUnreadablePackages)
    }

    @Test(arguments: ["limits", "retention"]) func `Every limit and bound arrives under the name of its key`(
        section: String
    ) throws {
        var settings: ConfigurationSettings = [:]
        var expected: [String: Int] = [:]
        for key in ConfigurationKey.allCases where key.name.hasPrefix("\(section).") {
            let number = expected.count + 1
            settings[key] = String(number)
            expected[String(key.name.dropFirst(section.count + 1))] = number
        }
        let limits = try Self.configuration(settings).limits
        let value: Any = section == "limits" ? limits : limits.retention
        let pairs = Mirror(reflecting: value).children.compactMap { child in
            (child.value as? Int).map { (child.label ?? "", $0) }
        }
        #expect(Dictionary(uniqueKeysWithValues: pairs) == expected)
    }

    @Test(arguments: ["https://uem.example.test", "http://a:8080", "https://[::1]:1/", "https://10.0.0.1"])
    func `An origin is taken`(url: String) throws {
        #expect(
            try Self.configuration([\.publicURL: url]).publicURL?.absoluteString
                == (url.hasSuffix("/") ? String(url.dropLast()) : url))
    }

    @Test(arguments: [
        "uem.example.test", "ftp://a", "https://a/path", "https://", "/", "https:", "javascript:1",
        "https://user@a", "https://a?b=c", "https://a#b",
    ])
    func `What is no origin is refused`(url: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.configuration([\.publicURL: url]) }
        #expect(error?.description.hasPrefix("public.url is \"\(url)\"; it has to be an origin") == true)
    }

    @Test(arguments: ["9", "9.x", "9..3", "9.3.", "-1.2", "1.2.3.4.5.6.7", "99999999999.1", "v9.3", ""])
    func `What is no console version is refused`(version: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.configuration([\.consoleVersion: version]) }
        #expect(error?.description.contains("it has to be numbers such as 24.10.0.0") == true)
    }

    @Test(arguments: ["9.0.9.9", "8.4", "0.1"]) func `A console that no client takes is refused`(version: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.configuration([\.consoleVersion: version]) }
        #expect(error?.description.contains("has to be 9.1 or later") == true)
    }

    @Test(arguments: [("9.1", true), ("9.2.99", true), ("9.3", false), ("9.3.0.0", false), ("24.10.0.0", false)])
    func `A console that SDK 19_8 does not take is a warning`(version: String, isWarned: Bool) throws {
        let warnings = try Self.configuration([\.consoleVersion: version]).warnings
        #expect(warnings.contains { $0.hasPrefix("console.version is \(version)") } == isWarned)
    }

    /// A certificate without its key, and the other way round.
    static let halves: [ConfigurationSettings] = [
        [\.tlsCertificate: "c"], [\.tlsKey: "k"], [\.tlsKey: "k", \.tlsCA: "a"],
    ]

    @Test(arguments: halves) func `Certificate and key come together`(settings: ConfigurationSettings) {
        let error = #expect(throws: ConfigurationError.self) { try Self.configuration(settings) }
        #expect(error?.description == "tls.certificate and tls.key are given together or not at all.")
    }
}
