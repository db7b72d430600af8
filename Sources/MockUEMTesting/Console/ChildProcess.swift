#if os(macOS) || os(Linux)
    import Foundation
    import NIOConcurrencyHelpers

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A program that runs beside the tests.
    ///
    /// Spawned directly, since `Process` crashed now and then when several were started at once.
    final class ChildProcess: Sendable {
        /// Becomes the program, with its output in a file.
        private static let script = "out=$0; exec \"$@\" >\"$out\" 2>&1 </dev/null"

        /// Its process id.
        let identifier: pid_t
        private let output: String
        private let hasEnded = NIOLockedValueBox(false)

        /// Starts a program.
        ///
        /// - Parameters:
        ///   - path: The program's file.
        ///   - arguments: Its arguments.
        ///   - output: A file for what it writes.
        /// - Throws: ``MockUEMError`` if it cannot be started.
        init(_ path: String, _ arguments: [String], output: String) throws {
            self.output = output
            var inherited = ProcessInfo.processInfo.environment
            // What configures the tests must not configure the console as well.
            for name in inherited.keys where name.hasPrefix("MOCKUEM_") { inherited[name] = nil }
            let variables = inherited.map { "\($0.key)=\($0.value)" }
            let words = ["/bin/sh", "-c", Self.script, output, path] + arguments
            var identifier = pid_t()
            let code = Self.withCStrings(words) { words in
                Self.withCStrings(variables) { posix_spawn(&identifier, "/bin/sh", nil, nil, words, $0) }
            }
            guard code == 0 else {
                throw MockUEMError("\(path) cannot be started: \(String(cString: strerror(code))).")
            }
            self.identifier = identifier
            Remains.shared.add(child: identifier)
        }

        private static func withCStrings<Value>(
            _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
        ) -> Value {
            let pointers = texts.map { strdup($0) }
            defer { pointers.forEach { free($0) } }
            return body(pointers + [nil])
        }

        /// What it has written until now.
        var text: String {
            String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
        }

        /// Whether it still runs.
        var isRunning: Bool {
            hasEnded.withLockedValue { hasEnded in
                // Until it is waited for, its id belongs to nobody else.
                if !hasEnded, waitpid(identifier, nil, WNOHANG) == identifier {
                    hasEnded = true
                    Remains.shared.forget(child: identifier)
                }
                return !hasEnded
            }
        }

        private func signal(_ number: Int32) {
            hasEnded.withLockedValue { if !$0 { _ = kill(identifier, number) } }
        }

        /// Asks it to end, and ends it if it has not after some seconds.
        func stop() async {
            signal(SIGTERM)
            for _ in 0..<1000 {
                guard isRunning else { return }
                // A cancelled task does not sleep, and must not spin.
                do { try await Task.sleep(for: .milliseconds(10)) } catch { break }
            }
            signal(SIGKILL)
            while isRunning { await Task.yield() }
        }
    }
#endif
