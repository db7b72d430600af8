import DeviceProtocol
import Foundation
import NIOCore

/// What a profile allows an app, as far as rules ask (SDKProfile, sections 3.5, 3.8 and 3.9).
struct LintProfile: Hashable, Sendable {
    /// The highest level of logs: -1 off, 0 error, 1 warning, 2 information, 3 debug.
    var logLevel = 2
    /// Whether logs may be sent over Wi-Fi only.
    var logsOverWiFiOnly = true
    /// Whether analytics are collected.
    var collectsAnalytics = false
    /// Domains that go through the tunnel.
    var tunnelDomains: [String] = []

    /// What holds without any payload.
    static let empty = LintProfile()

    private init() {}

    /// What payloads say; of several of one type the first counts.
    init(_ payloads: [ProfilePayload]) {
        let settings = Dictionary(payloads.map { ($0.type, $0.settings) }) { first, _ in first }
        if let logging = settings["LoggingSettingsV2"] {
            logLevel = Int(logging["LoggingLevel"]?.coercedInteger ?? -1)
            logsOverWiFiOnly = logging["SendLogsOverWifi"]?.coercedBool ?? false
        }
        collectsAnalytics = settings["AnalyticsSettingsV2"]?["EnableAnalytics"]?.coercedBool ?? false
        if let tunnel = settings["AppTunnelingPoliciesV2"], tunnel["EnableAppTunnel"]?.coercedBool == true {
            tunnelDomains = (tunnel["AppTunnelDomains"]?.arrayValue ?? []).compactMap(\.stringValue)
        }
    }

    /// What a profile says that an app was given; nil if it is none.
    init?(_ bytes: Data) {
        guard let list = try? PropertyListValue(parsing: bytes),
            let document = try? SDKProfileDocument(propertyList: list)
        else { return nil }
        self.init(document.payloads)
    }
}
