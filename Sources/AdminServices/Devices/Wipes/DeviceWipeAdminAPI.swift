import ConsoleModel
import ConsolePlatform

/// A page of ordered wipes; names as on the wire (AdminGroups, "Wipes").
struct DeviceWipesBody: Encodable, Sendable {
    /// One of them.
    struct Item: Encodable, Sendable {
        let device_name: String
        let device_uuid: String
        /// Such as `APPLE`.
        let device_type: String
        let event_date: String
        let wipe_type: String
        let source: String
        let status: String
        let user: String
        let ordered_by: String
    }

    let device_wipes: [Item]
    let page: Int
    let page_size: Int
    let total_count: Int

    /// The body for a page.
    init(_ page: Page<DeviceWipeRecord>) {
        device_wipes = page.items.map { wipe in
            Item(
                device_name: wipe.deviceName, device_uuid: wipe.deviceUuid,
                device_type: (DevicePlatform(wipe.devicePlatform) ?? .apple).shoutedWord,
                event_date: wipe.at.zoneless, wipe_type: wipe.kind.rawValue, source: wipe.source,
                status: wipe.status.rawValue, user: wipe.username, ordered_by: wipe.orderedBy)
        }
        self.page = page.request.page
        page_size = page.request.size
        total_count = page.total
    }
}

/// Whether wipes of a group are held.
struct WipeLockBody: Encodable, Sendable {
    let organization_group_uuid: String
    let locked: Bool
    /// The same as a word.
    let state: String
    /// Never, unless it is locked.
    let locked_on: String
    let locked_by: String
    let wipe_threshold: Int64
    let wipe_threshold_minutes: Int64
    let held_wipes: Int

    /// The body for a state.
    init(_ state: WipeLockState) {
        organization_group_uuid = state.group.uuid
        locked = state.lock != nil
        self.state = locked ? "LOCKED" : "UNLOCKED"
        (locked_on, locked_by) = ((state.lock?.lockedAt ?? .never).zoneless, state.lock?.lockedBy ?? "")
        (wipe_threshold, wipe_threshold_minutes) = (state.threshold, state.interval)
        held_wipes = state.held
    }
}
