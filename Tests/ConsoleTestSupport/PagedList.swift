import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

/// A list of the admin REST API, for what holds of every one that comes in pages (AdminAPI, "Lists").
struct PagedList: CustomTestStringConvertible, Sendable {
    /// How a page is wrapped.
    enum Envelope: Sendable {
        /// `Page`, `PageSize`, `Total`.
        case pages
        /// `page`, `pagesize`, `total`.
        case camelPages
        /// `page`, `page_size`, `total`.
        case snakePages
        /// `TotalResults`.
        case results

        /// Names of the number of the page, of its size, and of the count of all.
        var names: (page: String?, size: String?, total: String) {
            switch self {
            case .pages: ("Page", "PageSize", "Total")
            case .camelPages: ("page", "pagesize", "total")
            case .snakePages: ("page", "page_size", "total")
            case .results: (nil, nil, "TotalResults")
            }
        }
    }

    /// What follows `/api/`; may have a query.
    let path: String
    /// Member that holds the items.
    let name: String
    let version: Int?
    let envelope: Envelope
    /// Whether nothing on a page is an empty list, not 204.
    let hasEmptyPages: Bool

    var testDescription: String { version.map { "\(path), version \($0)" } ?? path }

    init(
        _ path: String, _ name: String, version: Int? = nil, _ envelope: Envelope = .pages, hasEmptyPages: Bool = false
    ) {
        self.path = path
        self.name = name
        self.version = version
        (self.envelope, self.hasEmptyPages) = (envelope, hasEmptyPages)
    }

    /// The same list with parts of its path replaced.
    func replacing(_ text: String, with other: String) -> PagedList {
        PagedList(
            path.replacing(text, with: other), name, version: version, envelope, hasEmptyPages: hasEmptyPages)
    }

    /// Checks its pages: each item stands on one of them, every page has the count of all, none is behind the last,
    /// sizes are cut, and what is no number is refused.
    ///
    /// - Parameters:
    ///   - caller: Who asks.
    ///   - total: How many items there are.
    ///   - sourceLocation: Where it is checked.
    /// - Throws: What sending throws, and what is not there.
    func check(
        _ caller: APICaller, total: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let all = try await items(caller, "", page: 0, size: 500, total: total, sourceLocation)
        #expect(all.count == total, "\(path)", sourceLocation: sourceLocation)
        var pieces: [NSDictionary] = []
        for page in 0..<total {
            let query = "page=\(page)&pagesize=1"
            let piece = try await items(caller, query, page: page, size: 1, total: total, sourceLocation)
            #expect(piece.count == 1, "\(path) \(query)", sourceLocation: sourceLocation)
            pieces += piece
        }
        #expect(pieces == all, "\(path)", sourceLocation: sourceLocation)
        for query in ["pagesize=0", "pagesize=999999", "PAGESIZE=501", "page=&pagesize="] {
            let cut = try await items(caller, query, page: 0, size: 500, total: total, sourceLocation)
            #expect(cut == all, "\(path) \(query)", sourceLocation: sourceLocation)
        }
        for query in ["page=\(total)&pagesize=1", "page=1", "page=1000000000"] {
            let response = try await call(caller, query)
            guard hasEmptyPages else {
                #expect(response.status == .noContent, "\(path) \(query)", sourceLocation: sourceLocation)
                #expect(
                    response.text.isEmpty && response.headers[.contentType] == nil, sourceLocation: sourceLocation)
                continue
            }
            let body = try response.json()
            let none = try #require(body[name] as? [Any], "\(response.text)", sourceLocation: sourceLocation)
            #expect(none.isEmpty, "\(path) \(query)", sourceLocation: sourceLocation)
            #expect(body[envelope.names.total] as? Int == total, "\(path) \(query)", sourceLocation: sourceLocation)
        }
        for query in [
            "page=-1", "page=x", "page=1.5", "page=99999999999999999999", "pagesize=-1", "pagesize=many",
            "page_size=-7",
        ] {
            let name = String(query.prefix { $0 != "=" })
            try expectRefusal(
                try await call(caller, query), 400, number: 400, saying: name, sourceLocation: sourceLocation)
        }
    }

    private func call(_ caller: APICaller, _ query: String) async throws -> TestResponse {
        let mark = query.isEmpty ? "" : path.contains("?") ? "&" : "?"
        return try await caller.call(.get, path + mark + query, version: version)
    }

    private func items(
        _ caller: APICaller, _ query: String, page: Int, size: Int, total: Int, _ sourceLocation: SourceLocation
    ) async throws -> [NSDictionary] {
        let response = try await call(caller, query)
        let body = try response.json()
        let comment: Comment = "\(path) \(query): \(response.text.prefix(300))"
        #expect(response.status == .ok, comment, sourceLocation: sourceLocation)
        #expect(body[envelope.names.total] as? Int == total, comment, sourceLocation: sourceLocation)
        if let name = envelope.names.page {
            #expect(body[name] as? Int == page, comment, sourceLocation: sourceLocation)
        }
        if let name = envelope.names.size {
            #expect(body[name] as? Int == size, comment, sourceLocation: sourceLocation)
        }
        let items = try #require(body[name] as? [[String: Any]], comment, sourceLocation: sourceLocation)
        return items.map { NSDictionary(dictionary: $0) }
    }
}
