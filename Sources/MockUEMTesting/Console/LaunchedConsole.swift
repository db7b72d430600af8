#if os(macOS) || os(Linux)
    import Foundation

    /// A console in a process of its own.
    struct LaunchedConsole: Sendable {
        private let process: ChildProcess
        private let folder: String

        /// Starts the command and waits until it is ready.
        ///
        /// - Parameters:
        ///   - executable: The command.
        ///   - settings: Values of configuration keys.
        ///   - arguments: Further arguments of `mockuem serve`.
        /// - Returns: The console, and how to reach it.
        /// - Throws: ``MockUEMError`` with what it has written if it does not get ready.
        static func start(
            _ executable: String, _ settings: [String: String], arguments: [String]
        ) async throws -> (LaunchedConsole, ConsoleAccess) {
            guard FileManager.default.isExecutableFile(atPath: executable) else {
                throw MockUEMError("\(executable) cannot be run: build mockuem, or name its file.")
            }
            let folder = FileManager.default.temporaryDirectory.appending(path: "mockuem-launch-\(UUID().uuidString)")
                .path(percentEncoded: false)
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            Remains.shared.add(folder: folder)
            let readyFile = "\(folder)/ready.json"
            var words = ["serve", "--ready-file", readyFile]
            if settings["data.folder"] == nil { words.append("--ephemeral") }
            for (key, value) in settings.sorted(by: { $0.key < $1.key }) { words += ["--set", "\(key)=\(value)"] }
            let process = try ChildProcess(executable, words + arguments, output: "\(folder)/output")
            let console = LaunchedConsole(process: process, folder: folder)
            do {
                return (console, try await console.access(readyFile))
            } catch {
                await console.stop()
                throw error
            }
        }

        private func access(_ readyFile: String) async throws -> ConsoleAccess {
            let deadline = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < deadline {
                if FileManager.default.fileExists(atPath: readyFile) { return try ConsoleAccess(readyFile: readyFile) }
                guard process.isRunning else { throw MockUEMError("The console ended: \(process.text)") }
                try await Task.sleep(for: .milliseconds(20))
            }
            throw MockUEMError("The console was not ready after 60 seconds: \(process.text)")
        }

        /// Stops it and removes what it has written.
        func stop() async {
            await process.stop()
            try? FileManager.default.removeItem(atPath: folder)
            Remains.shared.forget(folder: folder)
        }
    }
#endif
