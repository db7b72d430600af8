import ConsoleModel
import DeviceProtocol

/// Looks for codes that people type, for clients that may know a device of the console.
struct CodeLookups: Sendable {
    let throttle: LookupThrottle
    let devices: DeviceStore

    /// Looks for something whose code can be guessed.
    ///
    /// - Parameters:
    ///   - address: Address of the client.
    ///   - device: The device it names: one that the console knows is a sign of an honest client.
    ///   - find: Answers nil if nothing was found.
    /// - Returns: What was found.
    /// - Throws: What looking throws; ``ConsoleError`` `tooManyRequests` if too many look-ups failed from there and wait.
    func find<Value: Sendable>(
        from address: String, naming device: DeviceIdentifier?, _ find: () async throws -> Value?
    ) async throws -> Value? {
        let known = { () async throws -> String? in
            guard let device else { return nil }
            return try await devices.claimed(device, at: nil)?.identifier
        }
        return try await throttle.find(from: address, knowing: known, find)
    }
}
