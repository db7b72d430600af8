import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension RecordMockController where Record == AnalyticsEventRecord, Body == AnalyticsEventBody {
    /// Analytics events, read back: `/_mock/analytics`, which also takes `name`, `value`, `session`, `type`,
    /// `occurredFrom` and `occurredTo`.
    static func analytics(_ archive: RecordArchive<AnalyticsEventRecord>, pageLimit: Int) -> Self {
        Self(
            name: "analytics", archive: archive, pageLimit: pageLimit, textColumns: ["name", "value"],
            parameters: ["name", "value", "session", "type", "occurredFrom", "occurredTo"],
            narrow: { query, parameters in
                if let name = parameters.value("name") { query.match("name", name) }
                if let value = parameters.value("value") { query.match("value", value) }
                if let session = parameters.value("session") { query.match("session", session) }
                if let type = parameters.value("type") {
                    query.match("type", Int(try AnalyticsEventType.named(type).rawValue))
                }
                if let from = try parameters.time("occurredFrom") { query.add("record.occurredAt >= ?", [from]) }
                if let to = try parameters.time("occurredTo") { query.add("record.occurredAt < ?", [to]) }
            }, body: AnalyticsEventBody.init)
    }
}

extension RecordMockController where Record == DeviceSampleRecord, Body == DeviceSampleBody {
    /// Device samples, read back: `/_mock/samples`, which also takes `kind`.
    static func samples(_ archive: RecordArchive<DeviceSampleRecord>, pageLimit: Int) -> Self {
        Self(
            name: "samples", archive: archive, pageLimit: pageLimit, textColumns: ["sample"], parameters: ["kind"],
            narrow: { query, parameters in
                guard let kind = parameters.value("kind") else { return }
                guard let condition = SampleKind.condition(kind) else {
                    let names = SampleKind.names.joined(separator: ", ")
                    throw ConsoleError(
                        .badRequest,
                        "kind is \"\(kind.prefix(40))\"; it has to be one of \(names), or the number of a type.")
                }
                query.add(condition)
            }, body: DeviceSampleBody.init)
    }
}

extension AnalyticsEventType {
    /// The type of a name, or of a number that has none.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the types.
    fileprivate static func named(_ name: String) throws -> AnalyticsEventType {
        guard let type = AnalyticsEventType(name: name) ?? UInt16(name).map(AnalyticsEventType.init(rawValue:)) else {
            throw ConsoleError(
                .badRequest, "type is \"\(name.prefix(40))\"; it has to be one of \(names.joined(separator: ", ")).")
        }
        return type
    }
}
