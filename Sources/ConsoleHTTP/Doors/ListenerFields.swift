package import HTTPTypes

/// Header fields that a listener adds to every answer, where a fault asks for other ones, or for none (Faults).
///
/// The listener adds `Date` and `Server` after everything else, so that an answer carries what it wants in their place up
/// to the handler that writes it.
package enum ListenerFields {
    /// The fields that listeners add.
    package static let names: [HTTPField.Name] = [.date, .server]
    /// Carries the wishes, `date` for none and `date=VALUE` for another; removed before the answer is sent.
    private static let mark = HTTPField.Name("x-mockuem-listener-fields")

    /// Notes wishes in an answer.
    static func note(_ wishes: [HTTPField.Name: [String]], in fields: inout HTTPFields) {
        guard let mark else { return }
        for (name, values) in wishes {
            let wanted = values.isEmpty ? [name.canonicalName] : values.map { "\(name.canonicalName)=\($0)" }
            for text in wanted { fields.append(HTTPField(name: mark, value: text)) }
        }
    }

    /// Fulfils the wishes that an answer carries.
    ///
    /// - Returns: Whether it carried any.
    package static func settle(_ fields: inout HTTPFields) -> Bool {
        guard let mark, fields.contains(mark) else { return false }
        var wishes: [HTTPField.Name: [String]] = [:]
        for text in fields[values: mark] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = names.first(where: { $0.canonicalName == parts[0] }) else { continue }
            wishes[name, default: []] += parts.dropFirst().map { String($0) }
        }
        fields[mark] = nil
        for (name, values) in wishes { fields[values: name] = values }
        return true
    }
}
