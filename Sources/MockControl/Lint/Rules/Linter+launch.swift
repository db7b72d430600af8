import Foundation
import HTTPTypes
import NIOCore

/// The order and the pace of calls.
extension Linter {
    private static let hour: Int64 = 3_600_000

    mutating func checkLaunch(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        switch exchange.call {
        case .status: checkStatus(exchange, device)
        case .profile: checkProfile(exchange, app, device)
        case .processor: if app.hasFetchedProfile, !app.hasSentBeacon { app.withoutBeacon = exchange }
        case .beacon:
            app.hasSentBeacon = true
            app.withoutBeacon = nil
        case .discovery, .registryDiscovery: checkLookup(exchange)
        case .pins: checkPins(exchange, app)
        case .certificate: checkCertificate(exchange, app)
        case .checkTerms, .acceptTerms: checkTerms(exchange, app)
        default: break
        }
        guard exchange.call.bringsRecords, !exchange.isRefused else { return }
        if app.isFresh, !app.hasFetchedProfile {
            findings.report("launch-order", exchange, "The app has not fetched its profile since it signed in.")
        }
        if app.needsTerms {
            findings.report("terms-ignored", exchange, "The terms of use have to be accepted, and were not.")
        }
    }

    private mutating func checkStatus(_ exchange: LintExchange, _ device: LintDevice) {
        let answer = exchange.entry.response.body.text ?? ""
        let left = ["\"0\"", "\"8\""].contains { answer.contains("\"enrollmentstatus\",\"SettingValue\":\($0)") }
        device.isGone = exchange.status == 200 && (answer.isEmpty || left)
        device.statuses.add(exchange.mark, within: 300_000)
        guard device.statuses.count >= 3 else { return }
        let seconds = (exchange.at - device.statuses[0].at) / 1000
        findings.report(
            "status-polled", exchange, entries: device.statuses.ids,
            "\(device.statuses.count) times in \(seconds) s, and nothing else meanwhile.")
    }

    private mutating func checkProfile(_ exchange: LintExchange, _ app: LintApp, _ device: LintDevice) {
        guard exchange.status == 200 else { return }
        let type = exchange.request.query("configtypeid").flatMap { $0.isEmpty ? nil : $0 } ?? "21"
        if let before = app.profiles[type], before.launch == device.launch,
            exchange.at - before.mark.at < 4 * Self.hour
        {
            findings.report(
                "profile-repeated", exchange, entries: [before.mark.id, exchange.entry.id],
                "The profile of type \(type) was fetched \((exchange.at - before.mark.at) / 1000) s before.")
        }
        app.profiles[type] = (exchange.mark, device.launch)
        guard type == "21" else { return }
        if let launch = app.withoutBeacon { reportMissingBeacon(launch) }
        app.withoutBeacon = nil
        app.hasFetchedProfile = true
        app.hasSentBeacon = false
        let body = exchange.entry.response.body
        app.profile = body.isTruncated ? nil : profile(Data(body.bytes.readableBytesView))
        decide(.tunnel, exchange, app)
    }

    /// Notes a launch whose beacon never came.
    mutating func reportMissingBeacon(_ launch: LintExchange) {
        findings.report(
            "beacon-missing", launch, "The app fetched its profile and asked for commands, but sent no beacon.")
    }

    /// Looks for listed domains that no tunnel takes.
    mutating func checkTunnel(_ profile: LintProfile, _ exchange: LintExchange) {
        for domain in profile.tunnelDomains {
            let host = domain.split(separator: "/").first { !$0.hasSuffix(":") } ?? ""
            if host.split(separator: ":").first?.lowercased().hasSuffix(".local") == true {
                findings.report("tunnel-domain-local", exchange, "The profile lists \(domain.prefix(100)).")
            }
        }
    }

    private mutating func checkLookup(_ exchange: LintExchange) {
        let domain = exchange.request.path.split(separator: "/").last?.lowercased() ?? ""
        let key = "\(exchange.subject)/\(domain)"
        lookups[key, default: []].add(exchange.mark, within: 60_000)
        guard let marks = lookups[key], marks.count >= 5 else { return }
        findings.report(
            "discovery-repeated", exchange, entries: marks.ids,
            "\(domain.prefix(100)) \(marks.count) times in a minute.")
    }

    private mutating func checkPins(_ exchange: LintExchange, _ app: LintApp) {
        app.pins.add(exchange.mark, within: 24 * Self.hour)
        guard app.pins.count >= 3 else { return }
        findings.report("pins-polled", exchange, entries: app.pins.ids, "\(app.pins.count) times in a day.")
    }

    private mutating func checkCertificate(_ exchange: LintExchange, _ app: LintApp) {
        guard exchange.isRefused else { return app.certificates = [] }
        app.certificates.add(exchange.mark, within: Self.hour)
        guard app.certificates.count > 10 else { return }
        findings.report(
            "certificate-polled", exchange, entries: app.certificates.ids,
            "\(app.certificates.count) times in an hour without success.")
    }

    private mutating func checkTerms(_ exchange: LintExchange, _ app: LintApp) {
        guard exchange.status == 200 else { return }
        guard exchange.call == .checkTerms else { return app.needsTerms = false }
        app.needsTerms = exchange.entry.response.body.text?.contains("true") ?? false
    }

    // MARK: Failures of the console

    mutating func checkAnswer(_ exchange: LintExchange, _ app: LintApp) {
        let call = exchange.call
        if let retryAt = app.failures[call]?.retryAt, exchange.at < retryAt, let mark = app.failures[call]?.marks.last {
            findings.report(
                "retry-after-ignored", exchange, entries: [mark.id, exchange.entry.id],
                "The console had asked to wait \((retryAt - exchange.at + 999) / 1000) s more.")
        }
        guard exchange.status >= 500 || exchange.status == 429 else { return app.failures[call] = nil }
        var failures = app.failures[call] ?? LintApp.Failures(marks: [])
        failures.marks.add(exchange.mark, within: 10_000)
        let seconds = exchange.entry.response.head.headerFields.first { $0.name.canonicalName == "retry-after" }
        failures.retryAt = seconds.flatMap { Int64($0.value) }.map { exchange.at + $0 * 1000 }
        app.failures[call] = failures
        guard failures.marks.count >= 4 else { return }
        findings.report(
            "retry-storm", exchange, entries: failures.marks.ids,
            "\(failures.marks.count) attempts within 10 s, all answered \(exchange.status) or alike.")
    }
}
