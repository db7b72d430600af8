import ConsolePlatform
import Logging
import ServiceLifecycle

/// Removes sandboxes whose time is over, or that nobody has used for long.
struct SandboxService: Service {
    let store: SandboxStore
    let logger: Logger

    /// Looks every second.
    func run() async {
        await cancelWhenGracefulShutdown {
            repeat { await look() } while (try? await Task.sleep(for: .seconds(1))) != nil
        }
    }

    private func look() async {
        do {
            for label in try await store.removeExpired() {
                logger.info("A sandbox is removed: its time is over, or nobody used it", metadata: ["id": "\(label)"])
            }
        } catch {
            if !Task.isCancelled {
                logger.warning("Sandboxes could not be removed", metadata: ["error": "\(error)"])
            }
        }
    }
}
