import ConsolePlatform
import Logging
import NIOCore
import ServiceLifecycle

/// Says in the log that tables are full and give up their oldest rows (Operations, "Limits").
///
/// It looks every second, since what writes rows must not wait for a log.
struct EvictionLog: Service {
    /// Seconds between two looks.
    private static let pause = 1
    /// The keys of bounds, by the names of what they bound.
    private static let keys: [String: String] = [
        "administratorSignIn": "retention.signIns", "analyticsEvent": "retention.analytics",
        "beacon": "retention.beacons", "command": "retention.commands", "dataUsage": "retention.dataUsage",
        "deviceLocation": "retention.locations", "deviceMessage": "retention.messages",
        "deviceSample": "retention.samples", "deviceWipe": "retention.wipes", "deviceWipeHeld": "retention.wipes",
        "eventLog": "retention.events", "notificationDelivery": "retention.deliveries",
        "pinReport": "retention.pinReports", "pinReportUnknown": "retention.pinReports",
        "pushToken": "retention.pushTokens", "termsOfUseDecision": "retention.acceptances",
        "uploadTransaction": "retention.uploads",
    ]

    let database: ConsoleDatabase
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            var known = (try? await database.evictions()) ?? [:]
            var told: [String: NIODeadline] = [:]
            while (try? await Task.sleep(for: .seconds(Self.pause))) != nil { await look(&known, &told) }
        }
    }

    /// Tells of what was evicted since it was last told, once a minute of each table.
    private func look(_ known: inout [String: Int], _ told: inout [String: NIODeadline]) async {
        guard let evictions = try? await database.evictions() else { return }
        let now = NIODeadline.now()
        for (name, count) in evictions.sorted(by: { $0.key < $1.key }) {
            // Fewer than before: another state of the database was put in its place.
            let news = count - min(known[name] ?? 0, count)
            guard news > 0, told[name].map({ now - $0 >= .minutes(1) }) ?? true else { continue }
            logger.warning(
                "The oldest rows went, because the table is full", metadata: Self.metadata(of: name, count: news))
            known[name] = count
            told[name] = now
        }
    }

    /// What a line carries.
    static func metadata(of name: String, count: Int) -> Logger.Metadata {
        ["table": "\(name)", "rows": "\(count)", "key": "\(keys[name] ?? "-")"]
    }
}
