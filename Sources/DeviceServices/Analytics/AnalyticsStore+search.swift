import ConsoleModel
import ConsolePlatform
import DeviceProtocol

extension AnalyticsStore {
    /// Analytics events that a search means, the latest first.
    func events(_ search: SDKEventSearch, page: PageRequest) async throws -> Page<SDKEvent> {
        try await eventArchive.page(Self.query(search), page).map { row in
            let event = row.record
            return SDKEvent(
                bundle: event.bundleId, version: event.bundleVersion, name: event.name, value: event.value,
                occurredAt: event.occurredAt, deviceID: event.deviceId, username: row.origin.user)
        }
    }

    private static func query(_ search: SDKEventSearch) -> RecordQuery {
        var query = RecordQuery(in: search.subtree)
        if let bundle = search.bundle { query.match("bundleId", bundle.value) }
        if !search.devices.isEmpty { query.match(devices: search.devices) }
        if let name = search.name {
            switch search.nameRule {
            case .equals: query.match("name", name)
            case .contains: query.add(text: name, in: ["name"])
            case .startsWith: query.match(nameStartingWith: name)
            }
        }
        query.match(occurredFrom: search.from, to: search.to)
        return query
    }
}
