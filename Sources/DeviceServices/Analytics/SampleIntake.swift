import ConsolePlatform
import DeviceProtocol

/// How samples came.
enum SampleChannel: String, Sendable {
    /// As a packet of the interrogator.
    case packets
    /// As JSON.
    case batches
}

/// What happened to the samples of one message.
struct SampleIntake: Sendable {
    /// How many of each type were kept, by name.
    private(set) var kept: [String: Int] = [:]
    /// Samples of types that are not listed: kept as they came, and not read.
    private(set) var skipped = 0
    /// Samples that say something impossible.
    private(set) var malformed = 0
    /// Why the first of those is impossible.
    private(set) var firstReason: MessageError?
    /// Samples the privacy policy of the group forbids to keep.
    var withheld = 0

    /// How many were kept.
    var keptCount: Int { kept.values.reduce(skipped, +) }

    /// Counts a sample that was kept.
    mutating func keep(_ type: SampleType) { kept[type.name, default: 0] += 1 }

    /// Counts a sample that was kept as it came.
    mutating func keep(_ kind: UnlistedSample.Kind) {
        if case .type = kind { skipped += 1 } else { kept[kind.name, default: 0] += 1 }
    }

    /// Counts a sample that says something impossible.
    mutating func addMalformed(_ reason: MessageError) {
        malformed += 1
        firstReason = firstReason ?? reason
    }

    /// The counters that are not zero, by the names they are kept under.
    func counters(_ channel: SampleChannel) -> [String: Int] {
        var counters = [
            channel.rawValue: 1, "skipped": skipped, "malformed": malformed, "withheld": withheld,
        ]
        for (name, count) in kept { counters["sample.\(name)"] = count }
        return counters.filter { $0.value > 0 }
    }
}

/// What happened to everything that an app has sent.
struct SampleIntakeSummary: Sendable {
    let device: String
    let bundle: String
    let group: String
    /// Counters by name.
    let counters: [String: Int]
    /// When one of them last moved.
    let lastAt: Timestamp
}
