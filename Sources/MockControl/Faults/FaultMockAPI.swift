import ConsolePlatform
import DeviceProtocol

/// A fault as `/_mock/faults` shows it.
struct FaultBody: Encodable {
    let id: Int64
    let name: String?
    let preset: String?
    let match: JSONValue
    let action: JSONValue
    let times: Int?
    let skip: Int
    let percentage: Double?
    let longestRow: Int?
    let seed: UInt64
    let group: String?
    let administrator: String
    let createdAt: Timestamp
    let expiresAt: Timestamp?
    /// `active`, `spent` or `expired`.
    let state: String
    /// Requests it means.
    let seen: Int
    /// Requests it acted on.
    let hits: Int
    let lastHitAt: Timestamp?

    /// The body for a fault.
    init(_ fault: Fault, standing: Fault.Standing, group: String?) {
        id = fault.id
        name = fault.name
        preset = fault.preset
        match = fault.match
        action = fault.actionText
        times = fault.schedule.times
        skip = fault.schedule.skip
        percentage = fault.schedule.percentage
        longestRow = fault.schedule.longestRow
        seed = fault.schedule.seed
        self.group = group
        administrator = fault.administrator
        createdAt = fault.createdAt
        expiresAt = fault.expiresAt
        state = standing.rawValue
        seen = fault.record.seen
        hits = fault.record.hits
        lastHitAt = fault.record.lastHit
    }
}

/// A preset as `/_mock/faults/presets` shows it.
struct FaultPresetBody: Encodable {
    let name: String
    let summary: String
    let effect: String
    let match: JSONValue
    let action: JSONValue

    /// The body for a preset.
    init(_ preset: FaultPreset) throws {
        name = preset.name
        summary = preset.summary
        effect = preset.effect
        match = try JSONValue(json: .init(preset.match.utf8))
        action = try JSONValue(json: .init(preset.action.utf8))
    }
}
