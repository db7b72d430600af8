/// What conditions and consequences of compliance rules are called.
enum ComplianceWords {
    /// Conditions by the words of the routes.
    static let kinds: [(value: String, label: String)] = [
        ("osVersion", "OS Version"), ("applicationVersion", "Application Version"),
        ("compromised", "Compromised Status"),
    ]
    /// Consequences by the words of the routes, as far as rules of groups may have them.
    static let actions: [(value: String, label: String)] = [("block", "Block"), ("wipe", "Enterprise Wipe")]

    /// A condition in words.
    static func kind(_ word: String) -> String { kinds.first { $0.value == word }?.label ?? word }

    /// A consequence in words.
    static func action(_ word: String) -> String {
        if word == "markNonCompliant" { return "Mark as non-compliant" }
        return actions.first { $0.value == word }?.label ?? word
    }

    /// What is said of a status that broken rules have not changed yet; nothing where they have, or may not.
    static func waiting(_ judged: JSON) -> [Part] {
        let isGood = ["Compliant", "Allowed"].contains(judged.status.text)
        let isBroken = judged.rules.list.contains { $0.outcome.text == "broken" }
        guard isGood, isBroken, !judged.isSetByHand.isTrue else { return [] }
        let text =
            "The status is worked out anew when the device is heard of next, such as by a beacon; until then a broken "
            + "rule changes nothing."
        return [.note(Note(text: text, tone: .warning))]
    }
}
