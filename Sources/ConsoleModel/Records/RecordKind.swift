/// A kind of record in an archive, by its name in events and refusals.
package enum RecordKind: String, CaseIterable, Sendable {
    case acceptance, analyticsEvent, beacon, command, dataUsage, location, log, message, notificationDelivery, pinReport
    case pushToken, sample

    /// The action in the event log when an administrator deletes some.
    var deleted: EventAction {
        switch self {
        case .acceptance: .acceptanceDeleted
        case .analyticsEvent: .analyticsEventDeleted
        case .beacon: .beaconDeleted
        case .command: .commandDeleted
        case .dataUsage: .dataUsageDeleted
        case .location: .locationDeleted
        case .log: .logDeleted
        case .message: .messageDeleted
        case .notificationDelivery: .notificationDeliveryDeleted
        case .pinReport: .pinReportDeleted
        case .pushToken: .pushTokenDeleted
        case .sample: .sampleDeleted
        }
    }
}
