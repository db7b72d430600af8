import ServiceLifecycle

/// Gives memory back to the system that the allocator keeps after it was freed.
///
/// Floods of connections leave free pages between those that are in use, which glibc never gives back by itself: 450 MiB
/// after 6,000 connections that were closed again.
package struct MemoryReturn: Service {
    /// Bytes by which memory has to have grown to be worth a trial.
    static let step = 16 << 20
    /// After so many looks a trial is made also if memory has not grown: what was in use at the last may be free now.
    static let patience = 5

    /// Resident bytes of the process that are its own; nil where that is not known.
    let resident: @Sendable () -> Int?
    /// Gives back what is free.
    let giveBack: @Sendable () -> Void
    /// Waits between two looks.
    let pause: @Sendable () async throws -> Void

    /// Made of its parts.
    package init(
        resident: @escaping @Sendable () -> Int?, giveBack: @escaping @Sendable () -> Void,
        pause: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) }
    ) {
        self.resident = resident
        self.giveBack = giveBack
        self.pause = pause
    }

    package func run() async {
        await cancelWhenGracefulShutdown {
            var memory = Memory()
            while (try? await pause()) != nil { look(&memory) }
        }
    }

    /// What is remembered from look to look.
    struct Memory {
        /// Bytes after the last trial.
        var last = 0
        /// The least there ever was.
        var least = Int.max
        /// Looks since the last trial.
        var looks = 0
    }

    /// Gives back what is free if there is more in use than before.
    func look(_ memory: inout Memory) {
        guard let bytes = resident() else { return }
        memory.least = min(memory.least, bytes)
        memory.looks += 1
        let hasGrown = bytes - max(memory.last, memory.least) >= Self.step
        let isLarge = bytes - memory.least >= Self.step
        guard hasGrown || (isLarge && memory.looks >= Self.patience) else { return }
        giveBack()
        memory.last = resident() ?? bytes
        memory.least = min(memory.least, memory.last)
        memory.looks = 0
    }
}
