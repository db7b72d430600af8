#if os(macOS) || os(Linux)
    import Foundation
    import NIOConcurrencyHelpers

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What consoles of this process would leave behind if it ended without stopping them: children and folders.
    final class Remains: Sendable {
        /// Those of this process, removed when it exits.
        static let shared: Remains = {
            atexit { Remains.shared.remove() }
            return Remains()
        }()

        private let state = NIOLockedValueBox(State())

        private struct State {
            var children: Set<pid_t> = []
            var folders: Set<String> = []
        }

        /// Notes a child.
        func add(child: pid_t) { state.withLockedValue { _ = $0.children.insert(child) } }

        /// Notes a folder.
        func add(folder: String) { state.withLockedValue { _ = $0.folders.insert(folder) } }

        /// Forgets a child that has ended.
        func forget(child: pid_t) { state.withLockedValue { _ = $0.children.remove(child) } }

        /// Forgets a folder that is gone.
        func forget(folder: String) { state.withLockedValue { _ = $0.folders.remove(folder) } }

        /// Ends the children and removes the folders.
        private func remove() {
            state.withLockedValue { state in
                for child in state.children { kill(child, SIGTERM) }
                for child in state.children { waitpid(child, nil, 0) }
                for folder in state.folders { try? FileManager.default.removeItem(atPath: folder) }
                state = State()
            }
        }
    }
#endif
