import ConsolePlatform
import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What somebody may have meant.
struct SpellingTests {
    @Test(arguments: [
        ("sevre", "serve"), ("SERVE", "serve"), ("serv", "serve"), ("simulat", "simulate"), ("improt", "import"),
        ("exprot", "export"), ("healthchek", "healthcheck"), ("confg", "config"), ("valdiate", "validate"),
    ])
    func `A slip of the fingers is understood`(written: String, meant: String) {
        let commands = ["serve", "config", "healthcheck", "import", "export", "validate", "schema", "simulate"]
        #expect(Spelling.nearest(to: written, among: commands) == meant)
        #expect(Spelling.question(written, among: commands) == " Did you mean \(meant)?")
    }

    @Test(arguments: ["", "x", "start", "delete-everything", "Größe", "🏔"])
    func `What is like nothing gets no guess`(written: String) {
        #expect(Spelling.nearest(to: written, among: ["serve", "healthcheck", "import"]) == nil)
        #expect(Spelling.question(written, among: ["serve"]).isEmpty)
    }

    @Test func `Of words that differ in letter case the one that is nearer so is meant`() {
        for words in [["BundleId", "bundleId"], ["bundleId", "BundleId"]] {
            #expect(Spelling.nearest(to: "bundle", among: words) == "bundleId")
            #expect(Spelling.nearest(to: "Bundle", among: words) == "BundleId")
        }
    }

    @Test func `Nothing is like nothing`() {
        #expect(Spelling.nearest(to: "serve", among: []) == nil)
    }

    @Test func `A misspelled variable is named, with the one that was meant`() throws {
        let environment = [
            "MOCKUEM_HTP_PORT": "1", "MOCKUEM_ADMIN_PASWORD": "secret", "MOCKUEM_BANANA": "2",
            "MOCKUEM_HTTP_HOST": "::",
        ]
        let warnings = try ConfigurationSources(arguments: [:], environment: environment, file: nil, defaultFile: "")
            .warnings
        #expect(
            warnings == [
                "The environment variable MOCKUEM_ADMIN_PASWORD is none of MockUEM's and is ignored."
                    + " Did you mean MOCKUEM_ADMIN_PASSWORD?",
                "The environment variable MOCKUEM_BANANA is none of MockUEM's and is ignored.",
                "The environment variable MOCKUEM_HTP_PORT is none of MockUEM's and is ignored."
                    + " Did you mean MOCKUEM_HTTP_PORT?",
            ])
    }

    @Test func `Variables of keys, of the container and of others are no slips`() throws {
        var environment = ["PATH": "/bin", "MOCKUEM": "x", "MOCKUEM_PUBLISHED_HTTP_PORT": "1", "MOCKUEM_VERSION": "2"]
        for key in ConfigurationKey.allCases { environment[key.environmentName] = "1" }
        let sources = try ConfigurationSources(arguments: [:], environment: environment, file: nil, defaultFile: "")
        #expect(sources.warnings.isEmpty)
    }

    @Test func `An unknown key on the command line comes with a guess`() {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationSources(
                arguments: ["https.prot": "1"], environment: [:], file: nil, defaultFile: "")
        }
        #expect(
            error?.description
                == "There is no configuration key \"https.prot\", given on the command line. Did you mean https.port?")
    }

    @Test(arguments: [
        ("http:\n  prot: 1\n", "line 2, there is no configuration key \"http.prot\". Did you mean http.port?"),
        ("htttp:\n  port: 1\n", "line 1, there is no configuration key \"htttp\". Did you mean http?"),
        ("# mine\nHTTP:\n  port: 1\n", "line 2, there is no configuration key \"HTTP\". Did you mean http?"),
        ("log:\n  levl: debug\n", "line 2, there is no configuration key \"log.levl\". Did you mean log.level?"),
        ("log: {level: info, fromat: json}\n", "\"log.fromat\". Did you mean log.format?"),
        ("http.prot: 1\n", "line 1, there is no configuration key \"http.prot\". Did you mean http.port?"),
        ("retention:\n  logs: 9\n", "Logs are bounded by bytes now: retention.logBytes."),
    ])
    func `A misspelled key of a file is named, with the one that was meant`(file: String, says: String) async throws {
        let text = try await Self.refusal(of: file)
        #expect(text.contains(says), "\(text)")
    }

    @Test(arguments: ["banana: 1\n", "banana:\n  split: 1\n", "http:\n  bananas: 1\n", "http: 5\n", "'': 1\n"])
    func `A key of a file that is like none gets no guess`(file: String) async throws {
        let text = try await Self.refusal(of: file)
        #expect(text.hasPrefix("In ") && text.contains("there is no configuration key "), "\(text)")
        #expect(!text.contains("Did you mean") && text.hasSuffix("\"."), "\(text)")
    }

    @Test func `Every section and key of a file is found by a slip in it`() async throws {
        for key in ConfigurationKey.allCases where key.name.count > 6 {
            var letters = Array(key.name)
            letters.swapAt(letters.count - 2, letters.count - 3)
            let written = String(letters)
            guard written != key.name, ConfigurationKey.named(written) == nil else { continue }
            let text = try await Self.refusal(of: "\(written): 1\n")
            #expect(text.contains(" Did you mean \(key.name)?"), "\(text)")
        }
    }

    /// Why a file is refused.
    private static func refusal(of file: String) async throws -> String {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/config.yaml"
            try Data(file.utf8).write(to: URL(filePath: path))
            let error = #expect(throws: ConfigurationError.self) {
                try ConfigurationSources(arguments: [:], environment: [:], file: path)
            }
            return error?.description ?? ""
        }
    }
}
