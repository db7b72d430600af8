/// What may be chosen, as far as a list can show it.
struct ChoiceOffer: Sendable {
    /// The values that are known, with what they are called.
    let options: [(value: String, label: String)]
    /// How many there are in all.
    let total: Int

    /// Whether there are more than are known.
    var isCut: Bool { total > options.count }

    /// A field to choose one of them, or to type it where there are too many.
    ///
    /// - Parameters:
    ///   - name: Name of the field.
    ///   - label: What it is called.
    ///   - open: What it says if nothing is chosen; nil if something has to be.
    ///   - chosen: The value that is chosen.
    ///   - what: What is to be typed, such as `The code of a group`.
    /// - Returns: The field.
    func field(
        _ name: String, _ label: String, open: String? = nil, chosen: String = "", asking what: String
    ) -> Field {
        guard isCut else {
            var all = options
            if let open { all.insert((value: "", label: open), at: 0) }
            // What an address asks for stays to be seen, also if there is no such thing.
            if !chosen.isEmpty, !all.contains(where: { $0.value == chosen }) {
                all.append((value: chosen, label: chosen))
            }
            return .choice(name, label, all, value: chosen)
        }
        let none = open.map { "; \($0.lowercased()) if empty" } ?? ""
        return Field(name, label, value: chosen)
            .with(hint: "\(what)\(none). There are \(Figure.text(total)), too many for a list.")
    }
}
