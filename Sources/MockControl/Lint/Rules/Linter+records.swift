import DeviceProtocol
import Foundation
import NIOCore

/// What apps report: beacons, logs, samples.
extension Linter {
    mutating func checkRecords(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        switch exchange.call {
        case .beacon: checkBeacon(exchange, app, device)
        case .logging: checkLog(exchange, app, device)
        case .analytics: checkAnalytics(exchange, app, device)
        case .interrogator: checkInterrogator(exchange, app, device)
        case .dataUsage where !exchange.isRefused: checkDataUsage(exchange, device)
        default: break
        }
    }

    /// Judges by what a profile allows.
    mutating func judge(_ matter: Doubt.Matter, _ exchange: LintExchange, _ profile: LintProfile) {
        let names = ["off", "error", "warning", "information", "debug"]
        switch matter {
        case .logLevel(let level) where level > profile.logLevel:
            let allowed = names[max(0, min(4, profile.logLevel + 1))]
            findings.report(
                "log-level", exchange,
                "The log is of level \(names[max(0, min(4, level + 1))]), the profile says \(allowed).")
        case .cellularLog where profile.logsOverWiFiOnly:
            findings.report(
                "log-over-cellular", exchange,
                "The device last reported a cellular network, the profile says Wi-Fi only.")
        case .analytics where !profile.collectsAnalytics:
            findings.report("analytics-off", exchange, "The profile that the app was given has analytics off.")
        case .tunnel: checkTunnel(profile, exchange)
        default: break
        }
    }

    // MARK: Beacons

    private static let texts: Set<String> = [
        "DeviceIdentifier", "Name", "DeviceType", "IsCompromised", "AWVersion", "BundleId", "FriendlyName", "Model",
        "OsVersion", "APNSToken", "CustomerLocationGroupRef", "EmailAddress", "PhoneNumber", "MacAddress", "IpAddress",
        "TransactionIdentifier", "SampleTime", "SampleValue", "UserName", "FullName", "DisplayName",
    ]
    private static let numbers: Set<String> = ["Latitude", "Longitude", "Altitude", "Speed"]
    private static let always = ["DeviceIdentifier", "Name", "DeviceType", "IsCompromised", "BundleId"]

    private mutating func checkBeacon(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        app.beacons.add(exchange.mark, within: 60_000)
        if app.beacons.count >= 4 {
            findings.report(
                "beacon-too-often", exchange, entries: app.beacons.ids, "\(app.beacons.count) within a minute.")
        }
        guard case .object(let members) = exchange.json?.member("payLoad") else { return }
        let missing = Self.always.filter { name in !members.contains { $0.name == name } }
        if !missing.isEmpty {
            findings.report("beacon-field-missing", exchange, "Missing: \(missing.joined(separator: ", ")).")
        }
        for member in members { checkField(member, exchange) }
        let payload = JSONValue.object(members)
        if let address = payload.text("IpAddress"), !address.isEmpty { device.network = (.wifi, exchange.at) }
        if let token = payload.text("APNSToken"), !token.isEmpty { checkPushToken(token, exchange, app) }
    }

    private mutating func checkField(_ member: JSONMember, _ exchange: LintExchange) {
        var wanted: String?
        switch member.value {
        // Null takes the push token away.
        case .string where Self.texts.contains(member.name), .null where member.name == "APNSToken",
            .number where Self.numbers.contains(member.name), .array where member.name == "ComplianceData":
            return
        default: break
        }
        if Self.texts.contains(member.name) { wanted = "a text" }
        if Self.numbers.contains(member.name) { wanted = "a number" }
        if member.name == "ComplianceData" { wanted = "an array" }
        if let wanted {
            findings.report(
                "beacon-field-type", exchange, "\(member.name) is a \(member.value.kindName), not \(wanted).")
        } else {
            findings.report("beacon-unknown-field", exchange, "The beacon has \(member.name.prefix(60)).")
        }
    }

    private mutating func checkPushToken(_ token: String, _ exchange: LintExchange, _ app: LintApp) {
        guard let device = exchange.device, let bundle = exchange.bundle else { return }
        let key = "\(bundle)/\(token)"
        if let before = pushTokens[key], before.device != device,
            apps["\(bundle) on \(before.device)"]?.isUnenrolled != true, devices[before.device]?.isGone != true
        {
            findings.report(
                "device-id-changed", exchange, entries: [before.id, exchange.entry.id],
                "The same push token was reported by the device \(before.device).")
        }
        pushTokens[key] = (device, exchange.entry.id)
    }

    // MARK: Logs

    private mutating func checkLog(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        let body = Data(exchange.request.body.bytes.readableBytesView)
        if let refused = app.refusedLog, refused.launch == device.launch, refused.body == body,
            exchange.at - refused.mark.at < 60_000
        {
            findings.report(
                "log-retried", exchange, entries: [refused.mark.id, exchange.entry.id],
                "The same log was refused \((exchange.at - refused.mark.at) / 1000) s before.")
        }
        app.refusedLog =
            exchange.isRefused ? LintApp.RefusedLog(mark: exchange.mark, body: body, launch: device.launch) : nil
        guard !exchange.isRefused, exchange.credential != .builtIn else { return }
        // A crash is reported whatever the level, and what a command asks for has a level of its own.
        let isCrash = Self.number("LogType", in: body) == LogType.crash.rawValue
        if !isCrash, !app.isAskedForLogs, let level = Self.number("LogLevel", in: body) {
            decide(.logLevel(level < 0 ? -1 : 3 - level), exchange, app)
        }
        if let network = device.network, network.kind == .cellular, exchange.at - network.at < 600_000 {
            decide(.cellularLog, exchange, app)
        }
    }

    /// A member that is a whole number or a text of one, found without reading the log that stands before it.
    private static func number(_ name: String, in body: Data) -> Int? {
        // The log comes between: what stands nearer to an end of the body is looked for there.
        for part in [body.prefix(2048), body.suffix(2048)] {
            let text = String(decoding: part, as: UTF8.self)
            guard let place = text.range(of: "\"\(name)\"", options: .backwards) else { continue }
            let rest = text[place.upperBound...].drop { " \t\r\n:\"".contains($0) }
            if let number = Int(rest.prefix { $0 == "-" || $0.isNumber }) { return number }
        }
        return nil
    }

    // MARK: Samples

    private mutating func checkAnalytics(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        guard let json = exchange.json, !exchange.isRefused else { return }
        if case .array(let events) = json.member("events"), !events.isEmpty {
            decide(.analytics, exchange, app)
            if events.count == 1 {
                app.singleEvents.add(exchange.mark, within: 7_200_000)
                if app.singleEvents.count >= 5 {
                    findings.report(
                        "analytics-unbatched", exchange, entries: app.singleEvents.ids,
                        "\(app.singleEvents.count) posts with an event each within two hours.")
                }
            }
        }
        guard case .array(let samples) = json.member("samples") else { return }
        for sample in samples {
            switch sample.text("kind") {
            case "cellular": device.network = (.cellular, exchange.at)
            case "wifi": device.network = (.wifi, exchange.at)
            case "networkAdapter" where sample.text("type") == "23": device.network = (.cellular, exchange.at)
            case "dataUsage": checkDataUsage(exchange, device)
            default: break
            }
        }
    }

    private mutating func checkInterrogator(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        guard !exchange.isRefused,
            case .data(_, _, let samples) = try? InterrogatorMessage(
                Data(exchange.request.body.bytes.readableBytesView))
        else { return }
        var hasEvents = false
        for case .sample(let sample) in samples {
            switch sample.content {
            case .analytics: hasEvents = true
            case .networkAdapter(let adapter) where adapter.type == 23 && adapter.ipCount > 0:
                device.network = (.cellular, exchange.at)
            case .networkAdapter(let adapter) where adapter.type == 0 && adapter.ipCount > 0:
                device.network = (.wifi, exchange.at)
            case .raw(let raw) where raw.type == .dataUsage || raw.type == .alternateDataUsage:
                checkDataUsage(exchange, device)
            default: break
            }
        }
        if hasEvents { decide(.analytics, exchange, app) }
    }

    private mutating func checkDataUsage(_ exchange: LintExchange, _ device: LintDevice) {
        guard let bundle = exchange.bundle else { return }
        if let before = device.dataUsage, before.bundle != bundle, exchange.at - before.mark.at < 86_400_000 {
            findings.report(
                "data-usage-twice", exchange, entries: [before.mark.id, exchange.entry.id],
                "\(before.bundle) reports the data usage of this device as well.")
        }
        device.dataUsage = (bundle, exchange.mark)
    }
}
