import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A beacon together with what was known before it.
struct BeaconArrival: Sendable {
    let report: BeaconReport
    let identity: DeviceIdentity
    let known: KnownDevice
    let now: Timestamp
    /// Whether the group of the device keeps places.
    let collectsLocation: Bool

    /// The new values of the device.
    let traits: DeviceTraits
    /// The new values of the app.
    let app: AppTraits

    /// A beacon and what it changes.
    init(
        report: BeaconReport, identity: DeviceIdentity, known: KnownDevice, now: Timestamp, collectsLocation: Bool
    ) {
        self.report = report
        self.identity = identity
        self.known = known
        self.now = now
        self.collectsLocation = collectsLocation
        traits = known.traits.updated(by: report, keepingName: known.isNamedByHand)
        app = known.app.updated(by: report)
    }

    /// The place to keep; nil where there is none or none may be kept.
    var place: BeaconLocation? { collectsLocation ? report.location : nil }

    /// Whether a place that was kept earlier is to go.
    var forgetsPlace: Bool { !collectsLocation && known.isLocated }

    /// The JSON to keep: as it came, without the place if none may be kept.
    func keptReport() throws -> String {
        guard report.mentionsLocation, !collectsLocation else { return String(decoding: report.raw, as: UTF8.self) }
        return String(decoding: try BeaconReport.withoutLocation(report.raw), as: UTF8.self)
    }

    /// The device for the evaluation of rules, brought up to date.
    var subject: ComplianceSubject {
        ComplianceSubject(
            deviceID: identity.deviceID, device: identity.device.value, groupID: identity.groupID,
            subtree: known.subtree, enrollmentStatus: known.enrollmentStatus,
            complianceStatus: known.complianceStatus, osVersion: traits.osVersion,
            isCompromised: traits.isCompromised, standing: known.standing)
    }

    /// An event about the device.
    func event(_ action: EventAction) -> ConsoleEvent {
        ConsoleEvent(
            action: action, subjectKind: "device", subject: identity.device.value, groupID: identity.groupID, at: now,
            deviceID: identity.deviceID)
    }
}
