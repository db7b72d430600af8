/// Counters by key; each starts anew some time after its first count.
package struct CountedWindows<Key: Hashable & Sendable>: Sendable {
    private struct Window {
        let start: Timestamp
        var count: Int
    }

    /// How long a count lasts.
    let seconds: Int64
    /// The most keys that are kept.
    var capacity = 10_000
    private var windows: [Key: Window] = [:]

    /// Counters of which none has begun.
    package init(seconds: Int64, capacity: Int = 10_000) {
        self.seconds = seconds
        self.capacity = capacity
    }

    /// How many keys are kept.
    package var keys: Int { windows.count }

    /// Adds one to the count of a key.
    ///
    /// - Returns: The count.
    @discardableResult
    package mutating func add(_ key: Key, at now: Timestamp) -> Int {
        if let window = windows[key], isOpen(window, at: now) {
            windows[key] = Window(start: window.start, count: window.count + 1)
            return window.count + 1
        }
        if windows.count >= capacity { makeRoom(at: now) }
        windows[key] = Window(start: now, count: 1)
        return 1
    }

    /// Seconds until the count of a key begins anew, rounded up; 0 unless it has reached a limit.
    package func secondsLeft(_ key: Key, reaching limit: Int, at now: Timestamp) -> Int64 {
        guard let window = windows[key], window.count >= limit, isOpen(window, at: now) else { return 0 }
        return (end(of: window) - now.milliseconds + 999) / 1000
    }

    /// Forgets the count of a key.
    package mutating func forget(_ key: Key) { windows[key] = nil }

    private func end(of window: Window) -> Int64 { window.start.adding(seconds: seconds).milliseconds }

    /// If the clock was set back, windows are closed, or they would stay open for long.
    private func isOpen(_ window: Window, at now: Timestamp) -> Bool {
        window.start <= now && now.milliseconds < end(of: window)
    }

    /// Drops counters that have run out, and if that is not enough, the oldest tenth.
    private mutating func makeRoom(at now: Timestamp) {
        windows = windows.filter { isOpen($0.value, at: now) }
        guard windows.count >= capacity else { return }
        for (key, _) in windows.sorted(by: { $0.value.start < $1.value.start }).prefix(max(1, capacity / 10)) {
            windows[key] = nil
        }
    }
}
