public import DeviceProtocol
import Foundation

/// Reports of an app: beacons, logs, events, pins (DeviceServices, sections 14 to 16 and 20).
extension SimulatedApp {
    /// Seconds between two beacons in the foreground.
    static let beaconInterval = 60.0

    /// The beacon of the device as it is now.
    func beaconReport() throws -> BeaconReport {
        var report = BeaconReport(device: try client().device)
        report.bundle = setup.bundle
        report.appVersion = setup.appVersion
        report.deviceType = "2"
        (report.name, report.friendlyName) = (setup.deviceName, setup.deviceName)
        report.model = "iPhone"
        report.osVersion = setup.osVersion
        report.pushToken = setup.pushToken
        report.groupCode = state.group.flatMap { $0.isEmpty ? nil : $0 }
        report.emailAddress = state.user.flatMap { $0.email.isEmpty ? nil : $0.email }
        report.transactionIdentifier = String(Int(now().timeIntervalSince1970))
        report.isCompromised = isCompromised
        if settings.protectsCompromised {
            report.complianceResults = [
                BeaconComplianceResult(
                    status: isCompromised ? 4 : 3, policyIdentifier: "com.airwatch.compliance.compromisedPolicy")
            ]
        }
        return report
    }

    /// Sends a beacon.
    ///
    /// - Throws: ``ClientFailure`` if the console does not take it.
    public mutating func sendBeacon() async throws {
        memory.beaconSentAt = now()
        try await perform(.beacon(beaconReport()))
    }

    /// The work of timers that are due: the beacon of every minute, and logs when the period of a command is over.
    ///
    /// Failures are noted in ``outcome``.
    public mutating func passTime() async {
        if let logging = memory.commandLogging, now() >= logging.until {
            memory.commandLogging = nil
            log("Logs of the period a command has asked for.", level: logging.level)
            await uploadLogs()
        }
        if let sent = memory.beaconSentAt, now().timeIntervalSince(sent) >= Self.beaconInterval {
            memory.beaconSentAt = now()
            await overlooking(try? ClientCall<Void>.beacon(beaconReport()))
        }
    }

    /// Writes a log that is to be sent.
    public mutating func log(_ text: String, type: LogType = .application, level: LogLevel = .information) {
        state.unsentLogs.append(ClientState.PendingLog(text: text, type: type, level: level))
    }

    /// Sends the logs that wait; one that fails is kept.
    ///
    /// Failures are noted in ``outcome``.
    public mutating func uploadLogs() async {
        guard let device = state.device else { return }
        var kept: [ClientState.PendingLog] = []
        for log in state.unsentLogs {
            let header = LogUploadHeader(
                bundle: setup.bundle, appVersion: setup.appVersion, type: log.type, level: log.level)
            let call = try? ClientCall<Void>.log(
                LogUpload(header: header, text: log.text), device,
                credential: state.applicationToken == nil ? .builtIn : .application)
            if await overlooking(call) == nil { kept.append(log) }
        }
        state.unsentLogs = kept
    }

    /// Counts something, if the profile wants it counted.
    public mutating func record(_ name: String, value: String = "", type: AnalyticsEvent.ValueType = .none) {
        guard settings.collectsAnalytics else { return }
        let session = memory.session ?? generator.uuid()
        memory.session = session
        state.unsentEvents.append(
            AnalyticsEvent(name: name, value: value, valueType: type, session: session, occurredAt: now()))
    }

    /// Sends what was counted; kept if it fails, dropped if the console has no use for it.
    ///
    /// Failures are noted in ``outcome``.
    public mutating func sendAnalytics() async {
        guard !state.unsentEvents.isEmpty else { return }
        let failures = outcome.overlooked.count
        await overlooking(try? ClientCall<Void>.analytics(state.unsentEvents))
        if outcome.overlooked.count == failures { state.unsentEvents = [] }
    }

    /// Leaves the foreground: the session of analytics ends.
    public mutating func background() async {
        record("AW_AppSessionEnd")
        memory.session = nil
        await sendAnalytics()
    }

    /// At most once a day.
    mutating func pollPins() async {
        if let polled = state.pinsPolledAt, now().timeIntervalSince(polled) < 86_400 { return }
        guard let device = state.device else { return }
        state.pinsPolledAt = now()
        await overlooking(ClientCall<Pins>.pins(device))
    }
}
