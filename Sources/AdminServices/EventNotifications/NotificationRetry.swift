import ConsolePlatform

/// When a delivery that failed is tried again (AdminNotifications, "Retries").
struct NotificationRetry: Sendable {
    /// Seconds before the second attempt; doubled from attempt to attempt.
    static let first: Int64 = 5
    /// The most seconds between two attempts, also where a target asks for more.
    static let longest: Int64 = 3600

    /// Attempts after which it is given up.
    let maximumAttempts: Int64
    let random: RandomSource

    /// Milliseconds until the next attempt; nil if there is none.
    ///
    /// - Parameters:
    ///   - attempts: Attempts so far.
    ///   - retryAfter: Seconds the target asks for; it may delay, and not hasten.
    /// - Returns: Between the half and the whole of the doubled time, so that many targets are not tried at once.
    func delay(after attempts: Int64, retryAfter: Int64? = nil) -> Int64? {
        guard attempts < maximumAttempts else { return nil }
        let whole = min(Self.first << min(max(attempts, 1) - 1, 20), Self.longest) * 1000
        let byte = Int64(random.bytes(1).first ?? 255)
        let backOff = whole / 2 + whole / 2 * byte / 255
        return max(backOff, min(retryAfter ?? 0, Self.longest) * 1000)
    }
}
