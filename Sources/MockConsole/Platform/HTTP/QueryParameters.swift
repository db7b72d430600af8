import Hummingbird

/// The query of a request, read by names whose letter case does not matter.
struct QueryParameters: Sendable {
    private let pairs: [(name: String, value: String)]

    /// The parameters of a request's query.
    init(_ request: Request) {
        pairs = request.uri.queryParameters.map { (String($0.key).lowercased(), String($0.value)) }
    }

    /// The value of a parameter; nil if it is not there.
    func value(_ name: String) -> String? {
        let name = name.lowercased()
        return pairs.first { $0.name == name }?.value
    }

    /// The value of a whole-number parameter in a range.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter and what it accepts.
    func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws -> Int {
        guard let text = value(name), !text.isEmpty else { return fallback }
        guard let number = Int(text), range.contains(number) else {
            throw ConsoleError(
                .badRequest,
                "\(name) is \"\(text.prefix(40))\"; it has to be a number from \(range.lowerBound) to \(range.upperBound)."
            )
        }
        return number
    }

    /// Which page is asked for: `page` (0-based) and `pageSize`, larger ones cut to the limit.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if one is not a number.
    func page(limit: Int) throws -> PageRequest {
        let page = try integer("page", in: 0...1_000_000_000, default: 0)
        let size = try integer("pageSize", in: 1...1_000_000_000, default: min(100, limit))
        return PageRequest(page: page, size: min(size, limit))
    }
}
