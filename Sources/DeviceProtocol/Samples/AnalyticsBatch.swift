public import Foundation

/// Events and samples as JSON, for clients without an SDK (DeviceServices, section 16.4; our own).
public struct AnalyticsBatch: Hashable, Sendable {
    /// The most events and samples, counted together.
    public static let maximumItems = 10_000

    /// The events, then the samples, in the order written.
    public let samples: [DeviceSample]
    /// Samples whose layout is not known, in the order written.
    public let unlisted: [UnlistedSample]

    /// Reads `{"events": […], "samples": […]}`; one of the two may be absent.
    ///
    /// - Parameters:
    ///   - json: The bytes.
    ///   - now: The moment of what does not say when it happened.
    /// - Throws: A `MessageError` that names the member, such as `events[3].value`.
    public init(json: Data, now: SampleTime) throws(MessageError) {
        let reader = try JSONObjectReader(json)
        let events = try reader.array("events")
        let measured = try reader.array("samples")
        guard events != nil || measured != nil else { throw MessageError("must have events or samples") }
        guard (events?.count ?? 0) + (measured?.count ?? 0) <= Self.maximumItems else {
            throw MessageError("must not have more than \(Self.maximumItems) events and samples")
        }
        var samples: [DeviceSample] = []
        var unlisted: [UnlistedSample] = []
        for (index, element) in (events ?? []).enumerated() {
            let fields = try JSONObjectReader(element, path: "events[\(index)].")
            let time = try fields.moment("occurredAt") ?? now
            samples.append(DeviceSample(.analytics(try AnalyticsEvent(json: fields)), at: time))
        }
        for (index, element) in (measured ?? []).enumerated() {
            let fields = try JSONObjectReader(element, path: "samples[\(index)].")
            if let sample = try UnlistedSample(json: fields, kind: try fields.requiredText("kind")) {
                unlisted.append(sample)
                continue
            }
            let time = try fields.moment("occurredAt") ?? now
            samples.append(DeviceSample(try SampleContent(json: fields), at: time))
        }
        self.samples = samples
        self.unlisted = unlisted
    }
}

extension SampleContent {
    /// Reads an element of `samples`, whose `kind` says what it is.
    init(json fields: JSONObjectReader) throws(MessageError) {
        switch try fields.requiredText("kind") {
        case SampleType.location.name: self = .location(try LocationSample(json: fields))
        case SampleType.power.name: self = .power(try PowerSample(json: fields))
        case SampleType.memory.name: self = .memory(try MemorySample(json: fields))
        case SampleType.system.name: self = .system(try SystemSample(json: fields))
        case SampleType.networkAdapter.name: self = .networkAdapter(try NetworkAdapterSample(json: fields))
        default:
            let others = UnlistedSample.Kind.named.map(\.name).joined(separator: ", ")
            throw fields.wrong("kind", "must be one of gps, power, memory, system, networkAdapter, \(others), unlisted")
        }
    }
}

extension JSONObjectReader {
    /// The moment of a member that is a time in ISO 8601, if there is one.
    func moment(_ name: String) throws(MessageError) -> SampleTime? {
        guard let text = try text(name) else { return nil }
        guard let time = SampleTime(iso: text) else {
            throw wrong(name, "must be a time such as 2026-03-05T10:20:30Z")
        }
        return time
    }
}
