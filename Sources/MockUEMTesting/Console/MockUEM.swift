public import Foundation

/// A console for tests.
///
/// ```swift
/// import MockUEMTesting
/// import Testing
///
/// @Test func `The app sends a beacon after it has signed in`() async throws {
///     try await MockUEM.shared.sandbox { sandbox in
///         let app = MyApp(server: sandbox.access.http, group: sandbox.access.groupId)
///         try await app.signIn(sandbox.access.user, sandbox.access.password)
///         try await sandbox.wait(for: .post("/deviceservices/**beacon**").status(200))
///     }
/// }
/// ```
///
/// There are three ways to one: ``start(_:)`` serves it in the process of the tests, ``launch(executable:_:arguments:)``
/// starts the command as a child process, ``attach(_:)`` takes one that runs. ``shared`` chooses.
public struct MockUEM: MockSurface {
    /// Where it is, and what one signs in with.
    public let access: ConsoleAccess
    /// What ends with it.
    private let ending: @Sendable () async -> Void

    private init(_ access: ConsoleAccess, ending: @escaping @Sendable () async -> Void = {}) {
        self.access = access
        self.ending = ending
    }

    /// Stops a console that was started or launched; another one goes on.
    public func stop() async {
        try? await BackgroundWork.finish { [ending] in await ending() }
    }

    /// Takes a console that runs.
    public static func attach(_ access: ConsoleAccess) -> MockUEM { MockUEM(access) }

    /// Takes the console that has written a ready file.
    ///
    /// - Parameter path: What `mockuem serve --ready-file` was given; `ready.json` in a data folder does as well.
    /// - Returns: The console.
    /// - Throws: ``MockUEMError`` if the file is missing, or is none.
    public static func attach(readyFile path: String) throws -> MockUEM {
        MockUEM(try ConsoleAccess(readyFile: path))
    }

    /// Takes the console that variables name: `MOCKUEM_READY_FILE`, or `MOCKUEM_URL` with `MOCKUEM_ADMIN_TOKEN`.
    ///
    /// - Parameter environment: Variables, of this process by default.
    /// - Returns: The console.
    /// - Throws: ``MockUEMError`` if they name none.
    public static func attach(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> MockUEM {
        guard let access = try ConsoleAccess(environment: environment) else {
            throw MockUEMError("Neither MOCKUEM_READY_FILE nor MOCKUEM_URL is set.")
        }
        return MockUEM(access)
    }
}

#if os(macOS) || os(Linux)
    extension MockUEM {
        /// What consoles of tests are configured with, unless it is said otherwise.
        private static let settings = ["http.port": "0", "https.port": "0", "passwords.scryptCost": "2"]

        /// Serves a console in this process, on free ports, with the demo environment.
        ///
        /// - Parameter configuration: Values by configuration key, such as `["environment.file": "Tests/uem.yaml"]`. It logs
        ///   only if `log.level` is one of them. Neither variables nor a `config.yaml` configure it. Its data is
        ///   temporary, unless `data.folder` is one of them.
        /// - Returns: A console that listens. ``stop()`` ends it; the end of the process does as well.
        /// - Throws: ``MockUEMError`` with the reason.
        public static func start(_ configuration: [String: String] = [:]) async throws -> MockUEM {
            let (console, access) = try await InProcessConsole.start(settings.merging(configuration) { $1 })
            return MockUEM(access) { await console.stop() }
        }

        /// Starts the command as a child process, on free ports, with the demo environment.
        ///
        /// - Parameters:
        ///   - executable: The command's file; without, that of the variable `MOCKUEM_BINARY`, beside the tests, or on the
        ///     path.
        ///   - configuration: Values by configuration key; a `config.yaml` in the working folder has others. Its data is
        ///     temporary, unless `data.folder` is one of them.
        ///   - arguments: Further arguments of `mockuem serve`.
        /// - Returns: A console that listens. ``stop()`` ends it; the end of the process does as well.
        /// - Throws: ``MockUEMError`` with what the command has written.
        public static func launch(
            executable: String? = nil, _ configuration: [String: String] = [:], arguments: [String] = []
        ) async throws -> MockUEM {
            let (console, access) = try await LaunchedConsole.start(
                try executable ?? found(), settings.merging(configuration) { $1 }, arguments: arguments)
            return MockUEM(access) { await console.stop() }
        }

        /// The command, where it usually is.
        private static func found() throws -> String {
            let environment = ProcessInfo.processInfo.environment
            let beside = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
            let folders =
                beside.map { $0.path(percentEncoded: false) }
                + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
            let places = [environment["MOCKUEM_BINARY"]].compactMap(\.self) + folders.map { "\($0)/mockuem" }
            guard let place = places.first(where: FileManager.default.isExecutableFile) else {
                throw MockUEMError("mockuem is neither beside the tests nor on the path: name it with MOCKUEM_BINARY.")
            }
            return place
        }

        /// The console of all tests of this process: the one that variables name, else one in this process.
        ///
        /// It is there from the first use on until the process ends.
        public static var shared: MockUEM {
            get async throws { try await SharedConsole.only.console() }
        }
    }

    /// Makes the console that all tests share, once.
    private actor SharedConsole {
        static let only = SharedConsole()
        private var making: Task<MockUEM, any Error>?

        /// The console; all who ask meanwhile wait for the same.
        func console() async throws -> MockUEM {
            if let making { return try await making.value }
            let making = BackgroundWork.make {
                if let access = try ConsoleAccess(environment: ProcessInfo.processInfo.environment) {
                    return MockUEM.attach(access)
                }
                return try await MockUEM.start()
            }
            self.making = making
            return try await making.value
        }
    }
#else
    extension MockUEM {
        /// The console that variables name: this system cannot run one.
        public static var shared: MockUEM {
            get async throws { try attach() }
        }
    }
#endif
