import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// An analytics event as `/_mock` shows it (AdminAPI, "Records").
struct AnalyticsEventBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let occurredAt: Timestamp
    let device: String?
    let bundleId: String
    let bundleVersion: String
    let bundleName: String
    let user: String?
    let group: String?
    let session: String
    let type: String
    let name: String
    let valueType: String
    let value: String

    /// The body for an event.
    init(_ row: RecordRow<AnalyticsEventRecord>) {
        let record = row.record
        id = record.id
        receivedAt = record.receivedAt
        occurredAt = record.occurredAt
        device = row.origin.device
        user = row.origin.user
        group = row.origin.group
        bundleId = record.bundleId
        bundleVersion = record.bundleVersion
        bundleName = record.bundleName
        session = record.session
        type = AnalyticsEventType(rawValue: UInt16(clamping: record.type)).name
        name = record.name
        valueType = AnalyticsValueType(rawValue: UInt16(clamping: record.valueType)).name
        value = record.value
    }
}

/// A device sample as `/_mock` shows it (AdminAPI, "Records").
struct DeviceSampleBody: Encodable, Sendable {
    let id: Int64?
    let receivedAt: Timestamp
    let sampledAt: Timestamp
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    let kind: String
    let sample: JSONValue

    /// The body for a sample.
    ///
    /// - Throws: `MessageError` if the row was not written by this console.
    init(_ row: RecordRow<DeviceSampleRecord>) throws {
        let record = row.record
        id = record.id
        receivedAt = record.receivedAt
        sampledAt = record.sampledAt
        (device, bundleId) = (row.origin.device, row.origin.bundle)
        (user, group) = (row.origin.user, row.origin.group)
        kind = SampleKind(number: record.kind).name
        sample = try JSONValue(json: Data(record.sample.utf8))
    }
}

/// What happened to the samples of an app, as `/_mock/samples/intake` shows it (AdminAPI, "Records").
struct SampleIntakeBody: Encodable, Sendable {
    let device: String
    let bundleId: String
    let group: String
    let lastAt: Timestamp
    let packets: Int
    let batches: Int
    let skipped: Int
    let malformed: Int
    let withheld: Int
    /// Kept samples by kind.
    let samples: [String: Int]

    /// The body for an app.
    init(_ summary: SampleIntakeSummary) {
        let counters = summary.counters
        device = summary.device
        bundleId = summary.bundle
        group = summary.group
        lastAt = summary.lastAt
        packets = counters["packets", default: 0]
        batches = counters["batches", default: 0]
        skipped = counters["skipped", default: 0]
        malformed = counters["malformed", default: 0]
        withheld = counters["withheld", default: 0]
        let prefix = "sample."
        samples = Dictionary(
            counters.filter { $0.key.hasPrefix(prefix) }.map { (String($0.key.dropFirst(prefix.count)), $0.value) }
        ) { $0 + $1 }
    }
}
