import ConsolePlatform
package import HTTPTypes

/// Which entries of the journal are meant; what is nil or empty means all.
package struct JournalFilter: Sendable {
    /// A moment by the clock, or the place of an entry.
    enum Moment: Hashable, Sendable {
        case time(Timestamp)
        case entry(Int64)
    }

    /// Methods of the request.
    package var methods: Set<HTTPRequest.Method> = []
    /// Statuses of the answer.
    package var statuses: [ClosedRange<Int>] = []
    /// Identifier of the device.
    package var device: String?
    /// Bundle id of the app, in lower case.
    package var bundle: String?
    /// Name of the user, in lower case.
    package var user: String?
    /// Row ids of the users with that name.
    package var userIDs: Set<Int64> = []
    /// Ids of organization groups.
    package var groups: Set<Int64>?
    /// Path of the request, and the route, in the language of matchers.
    var place: JournalPlace?
    /// Nothing before it.
    var after: Moment?
    /// Nothing from it on.
    var before: Moment?
    /// The fault or scenario that acted on it, or a scenario with its state, in lower case.
    var fault: String?
    /// A row it changed.
    var changed: JournalChanged?
    /// What is in the target, in a body or in the refusal.
    var text: TextNeedle?
    /// Whether requests are meant, or connections on which none could be read; nil for both.
    var isRequest: Bool?
    /// What else has to hold, in the language of matchers.
    var condition: (@Sendable (JournalEntry) -> Bool)?

    /// Every entry.
    package init() {}

    /// Whether an entry is meant; what costs most is asked last.
    package func matches(_ entry: JournalEntry) -> Bool {
        if let groups {
            guard let group = entry.parties.groupID, groups.contains(group) else { return false }
        }
        if let isRequest, entry.isRequest != isRequest { return false }
        return isInTime(entry) && isOfParties(entry.parties) && isOfExchange(entry) && hasText(entry)
            && condition.map { entry.isRequest && $0(entry) } ?? true
    }

    private func isInTime(_ entry: JournalEntry) -> Bool {
        switch after {
        case .time(let time): guard entry.arrivedAt >= time else { return false }
        case .entry(let id): guard entry.id > id else { return false }
        case nil: break
        }
        switch before {
        case .time(let time): return entry.arrivedAt < time
        case .entry(let id): return entry.id < id
        case nil: return true
        }
    }

    private func isOfParties(_ parties: JournalParties) -> Bool {
        if let device, parties.device != device { return false }
        if let fault, !parties.faultNames.contains(where: { $0.lowercased() == fault }) { return false }
        if let bundle, parties.bundle?.lowercased() != bundle { return false }
        guard let user else { return true }
        return parties.userID.map(userIDs.contains) ?? false || parties.user?.lowercased() == user
            || parties.administrator?.lowercased() == user
    }

    private func isOfExchange(_ entry: JournalEntry) -> Bool {
        if !methods.isEmpty, !methods.contains(entry.request.head.method) { return false }
        let status = entry.response.head.status.code
        if !statuses.isEmpty, !statuses.contains(where: { $0.contains(status) }) { return false }
        if let changed, !changed.matches(entry.changes) { return false }
        return place?.matches(entry) ?? true
    }

    private func hasText(_ entry: JournalEntry) -> Bool {
        guard let text else { return true }
        return text.isIn(entry.request.body.bytes) || text.isIn(entry.response.body.bytes)
            || text.isIn(entry.request.target) || entry.parties.refusal.map(text.isIn) ?? false
    }
}
