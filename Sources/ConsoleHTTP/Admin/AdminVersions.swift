import ConsolePlatform

/// The versions of one route, and which of them answers (AdminAPI, "Versions").
struct AdminVersions<Handler: Sendable>: Sendable {
    /// Handlers by version.
    private let handlers: [Int: Handler]
    /// All versions, ascending.
    let numbers: [Int]
    /// The first version that takes uuids, those before it taking integers; nil if all take both.
    private let firstByUUID: Int?

    /// The versions of a route; there has to be one.
    init(_ handlers: [Int: Handler], uuidFrom firstByUUID: Int? = nil) {
        self.handlers = handlers
        numbers = handlers.keys.sorted()
        self.firstByUUID = firstByUUID
    }

    /// The version that answers: the highest not above the one asked for, else the lowest.
    ///
    /// Where integers and uuids name the same thing, the form of the id decides first.
    ///
    /// - Parameters:
    ///   - requested: What the client asks for; nil asks for 1.
    ///   - reference: The id in the path, if the route has one.
    /// - Returns: The version and its handler; nil if the route has none at all.
    func select(_ requested: Int?, for reference: RecordReference?) -> (number: Int, handler: Handler)? {
        var candidates = numbers
        if let firstByUUID, let reference {
            let fitting = numbers.filter { reference.isUUID == ($0 >= firstByUUID) }
            if !fitting.isEmpty { candidates = fitting }
        }
        guard let number = candidates.last(where: { $0 <= requested ?? 1 }) ?? candidates.first,
            let handler = handlers[number]
        else { return nil }
        return (number, handler)
    }
}
