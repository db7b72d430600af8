import ConsolePlatform
import DeviceProtocol
import HTTPTypes

extension JournalFilter {
    /// Parameters that narrow the journal.
    static let parameters: Set<String> = [
        "method", "path", "route", "status", "device", "bundleId", "user", "group", "after", "before", "text", "kind",
        "match",
        "fault",
        "changed",
    ]

    /// What the query of a request means, but for its group and the ids of its user.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a parameter that is not known, or a value that cannot be.
    init(_ query: QueryParameters, beside others: Set<String>) throws {
        try query.require(only: Self.parameters.union(others))
        try self.init(filters: query)
        isRequest = try query.text("kind").map(Self.isRequest)
    }

    /// The same without `kind`, of a query whose parameters are known.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a value that cannot be.
    init(filters query: QueryParameters) throws {
        self.init()
        methods = try Self.methods(query.text("method"))
        statuses = try (query.text("status") ?? "").split(separator: ",").map(Self.status)
        place = try JournalPlace(path: query.text("path"), route: query.text("route"))
        device = try Self.identifier(query.text("device"), "device", DeviceIdentifier.self)
        bundle = try Self.identifier(query.text("bundleId"), "bundleId", BundleIdentifier.self)?.lowercased()
        user = query.text("user")?.lowercased()
        after = try Self.moment("after", query)
        before = try Self.moment("before", query)
        fault = query.text("fault")?.lowercased()
        changed = try query.text("changed").map(JournalChanged.init)
        text = query.sent("text").flatMap(TextNeedle.init)
    }

    private static func isRequest(_ text: String) throws -> Bool {
        switch text.lowercased() {
        case "request": return true
        case "connection": return false
        default:
            throw ConsoleError(
                .badRequest, "kind is \"\(text.prefix(40))\"; it has to be one of request, connection.")
        }
    }

    private static func methods(_ text: String?) throws -> Set<HTTPRequest.Method> {
        Set(
            try (text ?? "").split(separator: ",").map { name in
                guard let method = HTTPRequest.Method(name.uppercased()) else {
                    throw ConsoleError(.badRequest, "method is \"\(name.prefix(40))\"; it has to be one such as POST.")
                }
                return method
            })
    }

    /// `404`, or `4xx` for all that begin with 4.
    private static func status(_ text: Substring) throws -> ClosedRange<Int> {
        if let code = Int(text), (100...999).contains(code) { return code...code }
        if text.utf8.count == 3, text.lowercased().hasSuffix("xx"), let hundreds = Int(text.prefix(1)),
            (1...5).contains(hundreds)
        {
            return hundreds * 100...hundreds * 100 + 99
        }
        throw ConsoleError(
            .badRequest, "status is \"\(text.prefix(40))\"; it has to be a status such as 404, or 4xx for all of them.")
    }

    private static func identifier<Identifier: TextIdentifier>(
        _ text: String?, _ name: String, _: Identifier.Type
    ) throws -> String? {
        guard let text else { return nil }
        guard let identifier = Identifier(text) else {
            throw ConsoleError(.badRequest, "\(name) is \"\(text.prefix(80))\"; it has to be \(Identifier.rule).")
        }
        return identifier.value
    }

    private static func moment(_ name: String, _ query: QueryParameters) throws -> Moment? {
        if let id = query.text(name).flatMap({ Int64($0) }) { return .entry(id) }
        return try query.time(name).map(Moment.time)
    }
}
