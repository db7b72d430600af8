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
}
