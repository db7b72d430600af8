import ConsoleModel
import DeviceProtocol

/// The wanted state of an SDK profile.
struct ProfileDraft: Sendable {
    var name: String
    var description = ""
    /// Whether, as a group's default, it takes payload types it lacks from above.
    var inherits = true
    /// The payloads, and what is wrong with them.
    var review = ProfileReview()
    /// Code of the group it is to belong to, if the draft says so.
    var group: GroupCode?
    /// The version it was made from, if the draft says so.
    var version: Int64?
}

/// A wanted change of an SDK profile.
struct ProfileChange: Sendable {
    /// A change of one payload.
    struct Payload: Sendable {
        let type: String
        /// New values by name, null to take a setting away; nil to take the payload away.
        let settings: [JSONMember]?
    }

    var name: String?
    var description: String?
    var inherits: Bool?
    /// Changes of payloads, in order; a payload of a new type is appended.
    var payloads: [Payload] = []
    /// The version it was made from, if the change says so.
    var version: Int64?

    /// The whole profile with the change.
    ///
    /// - Parameters:
    ///   - record: The profile as it is.
    ///   - payloads: Its payloads in force; of a type that occurs twice the last counts, as for clients.
    /// - Returns: What is wanted.
    func applied(to record: ProfileRecord, _ payloads: [ProfilePayload]) -> ProfileDraft {
        var draft = ProfileDraft(
            name: name ?? record.name, description: description ?? record.description,
            inherits: inherits ?? record.inherits)
        let removed = Set(self.payloads.filter { $0.settings == nil }.map(\.type))
        var merged = payloads.filter { !removed.contains($0.type) }
        for change in self.payloads {
            guard let settings = change.settings else { continue }
            if !merged.contains(where: { $0.type == change.type }) { merged.append(ProfilePayload(type: change.type)) }
            guard let position = merged.lastIndex(where: { $0.type == change.type }) else { continue }
            for member in settings {
                if member.value == .null {
                    merged[position].settings[member.name] = nil
                } else {
                    draft.review.set(member.name, to: member.value, in: &merged[position], at: position)
                }
            }
        }
        for (position, payload) in merged.enumerated() { draft.review.add(payload, at: position) }
        return draft
    }
}
