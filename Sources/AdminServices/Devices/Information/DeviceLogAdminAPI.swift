import ConsoleModel
import ConsolePlatform
import Foundation

/// A page of logs; members as on the wire.
struct DeviceLogsBody: Encodable, Sendable {
    /// One log.
    struct Log: Encodable, Sendable {
        let uuid: String
        let generated_at: String
        let log_data: String

        /// The body for a log.
        init(_ log: DeviceLogEntry) {
            uuid = NamedUUID.of([Data("log".utf8), Data(String(log.id).utf8)])
            (generated_at, log_data) = (log.receivedAt.zoneless, log.text)
        }
    }

    let total_results: Int
    let logs: [Log]
}
