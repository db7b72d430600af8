import ConsoleModel
import ConsolePlatform
import GRDB

/// The filters of analytics events, beside those of every list of records.
extension RecordQuery {
    /// Events of devices.
    mutating func match(devices ids: [Int64]) {
        add("record.deviceId IN (SELECT value FROM json_each(?))", [ids.jsonList])
    }

    /// Events whose name begins with a text.
    mutating func match(nameStartingWith text: String) {
        add("substr(record.name, 1, length(?)) = ?", [text, text])
    }

    /// Events of a time, by the clock of the device; `to` is not included.
    mutating func match(occurredFrom from: Timestamp?, to: Timestamp?) {
        if let from { add("record.occurredAt >= ?", [from]) }
        if let to { add("record.occurredAt < ?", [to]) }
    }
}
