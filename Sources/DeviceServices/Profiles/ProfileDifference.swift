import DeviceProtocol

/// The differences between the payloads of two versions of a profile.
struct ProfileDifference: Hashable, Sendable {
    /// What happened to it.
    enum Change: String, Codable, Sendable {
        case added, removed, changed
        /// The payloads that both have stand in another order.
        case reordered
    }

    let change: Change
    /// Type of the payload, with a number if there are several; `PayloadContent` for the order of all.
    let payload: String
    /// The setting; nil for a whole payload.
    let key: String?
    /// The previous state.
    let before: PropertyListValue?
    /// The existing ones.
    let after: PropertyListValue?

    /// The differences, in the order of the payloads, settings by name.
    static func between(_ old: [ProfilePayload], _ new: [ProfilePayload]) -> [ProfileDifference] {
        let (old, new) = (labelled(old), labelled(new))
        let (oldNames, newNames) = (Set(old.map(\.name)), Set(new.map(\.name)))
        var differences = old.filter { !newNames.contains($0.name) }.map {
            ProfileDifference(
                change: .removed, payload: $0.name, key: nil, before: .dictionary($0.payload.settings), after: nil)
        }
        let known = Dictionary(old.map { ($0.name, $0.payload) }) { first, _ in first }
        for (name, payload) in new {
            if let before = known[name] {
                differences += settings(of: name, before.settings, payload.settings)
            } else {
                differences.append(
                    ProfileDifference(
                        change: .added, payload: name, key: nil, before: nil, after: .dictionary(payload.settings)))
            }
        }
        let before = old.map(\.name).filter(newNames.contains)
        let after = new.map(\.name).filter(oldNames.contains)
        guard before != after else { return differences }
        return differences + [
            ProfileDifference(
                change: .reordered, payload: "PayloadContent", key: nil, before: .array(before.map { .string($0) }),
                after: .array(after.map { .string($0) }))
        ]
    }

    private static func labelled(_ payloads: [ProfilePayload]) -> [(name: String, payload: ProfilePayload)] {
        var counts: [String: Int] = [:]
        return payloads.map { payload in
            let count = (counts[payload.type] ?? 0) + 1
            counts[payload.type] = count
            return (count == 1 ? payload.type : "\(payload.type) (\(count))", payload)
        }
    }

    private static func settings(
        of payload: String, _ old: [String: PropertyListValue], _ new: [String: PropertyListValue]
    ) -> [ProfileDifference] {
        Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { key in
            let change: Change = old[key] == nil ? .added : new[key] == nil ? .removed : .changed
            return ProfileDifference(change: change, payload: payload, key: key, before: old[key], after: new[key])
        }
    }
}

extension [ProfileDifference] {
    /// The most settings in a row of the event log.
    private static let eventLimit = 100

    /// The differences for the event log, without secrets and free texts.
    ///
    /// - Parameter side: Which value of each.
    /// - Returns: Texts by place.
    func fields(_ side: KeyPath<ProfileDifference, PropertyListValue?>) -> [String: String?] {
        var fields: [String: String?] = [:]
        for difference in prefix(Self.eventLimit) {
            guard let value = difference[keyPath: side] else { continue }
            let name = [difference.payload, difference.key ?? ""].filter { !$0.isEmpty }.joined(separator: ".")
            fields[name] = Self.text(value, difference)
        }
        if count > Self.eventLimit { fields["…"] = "\(count - Self.eventLimit) more" }
        return fields
    }

    private static func text(_ value: PropertyListValue, _ difference: ProfileDifference) -> String {
        let type = difference.payload.prefix { $0 != " " }
        let payload = ProfilePayload(type: String(type))
        if let key = difference.key, payload.isSecret(key) { return ProfilePayload.hidden }
        if difference.change == .reordered, let types = value.coercedStrings { return types.joined(separator: ", ") }
        if difference.key == "CustomSettings", let text = value.stringValue {
            return "a string of \(text.unicodeScalars.count) characters"
        }
        return value.shortText
    }
}

extension ProfileDifference {
    /// The difference with something else for each secret.
    var hidingSecrets: ProfileDifference {
        ProfileDifference(
            change: change, payload: payload, key: key, before: before.map(hidden), after: after.map(hidden))
    }

    private func hidden(_ value: PropertyListValue) -> PropertyListValue {
        var whole = ProfilePayload(type: String(payload.prefix { $0 != " " }))
        if let key { whole.settings[key] = value } else { whole.settings = value.dictionaryValue ?? [:] }
        let settings = whole.replacingSecrets(with: .string(ProfilePayload.hidden)).settings
        return change == .reordered ? value : key.map { settings[$0] ?? value } ?? .dictionary(settings)
    }
}
