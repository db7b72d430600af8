package import ConsoleModel
package import ConsolePlatform
import Foundation
package import Hummingbird

/// A request of the admin REST API as its handler gets it: administrator, version, path, query and body.
package struct AdminCall: Sendable {
    package let request: Request
    package let context: AdminRequestContext
    /// The version that answers.
    package let version: Int
    /// The query; names in any letter case.
    package let query: QueryParameters
    /// Bytes of a body held in memory.
    let bodyLimit: Int

    /// Who asks.
    package var identity: AdministratorIdentity { context.identity }

    /// The id in the path, by integer or by uuid.
    ///
    /// - Parameters:
    ///   - name: The name it has in the path.
    ///   - missing: The error of the route for an unknown id.
    /// - Returns: The id.
    /// - Throws: `missing`, if the segment is neither.
    package func reference(_ name: String = "id", else missing: @autoclosure () -> ConsoleError) throws
        -> RecordReference
    {
        guard let reference = RecordReference(try context.pathParameter(name)) else { throw missing() }
        return reference
    }

    /// The members of the body; none if there is no body.
    ///
    /// JSON, XML or a form whatever the `Content-Type` says, told apart by the first character.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is neither or not an object, `payloadTooLarge`.
    package func fields(limit: Int? = nil) async throws -> AdminFields {
        try AdminFields(try await body(limit: limit))
    }

    /// The body, for routes that take a list as well as an object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it cannot be read, `payloadTooLarge`.
    package func body(limit: Int? = nil) async throws -> AdminBody {
        try AdminBody(try await request.data(limit: limit ?? bodyLimit))
    }

    /// Which page is asked for.
    package func page(limit: Int = AdminPaging.limit) throws -> PageRequest {
        try AdminPaging.page(query, limit: limit)
    }
}

/// Pages of the admin REST API (AdminAPI, "Lists").
package enum AdminPaging {
    /// The most rows of a page, and how many it has if the client does not say.
    package static let limit = 500

    /// Which page is asked for: `page` (0-based) and `pagesize` or `page_size`, larger ones cut to the limit.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if one is not a number or is negative.
    static func page(_ query: QueryParameters, limit: Int) throws -> PageRequest {
        let page = try query.integer("page", in: 0...1_000_000_000, default: 0)
        let name = query.value("page_size") == nil ? "pagesize" : "page_size"
        let size = try query.integer(name, in: 0...Int.max, default: limit)
        return PageRequest(page: page, size: size == 0 ? limit : min(size, limit))
    }

    /// The order that the client asks for.
    ///
    /// - Parameters:
    ///   - query: The query: `orderby` or `order_by`, and `sortorder` or `sort_order`.
    ///   - columns: SQL expressions by the names clients order by, in lower case.
    ///   - ignoringUnderscores: Whether `last_seen` is `lastseen`.
    ///   - fallback: What to order by if the client does not say, or says something else.
    /// - Returns: The terms of ORDER BY; the last one is the id, so that pages are stable.
    package static func order(
        _ query: QueryParameters, _ columns: [String: String], ignoringUnderscores: Bool = false,
        default fallback: String
    ) -> String {
        var name = (query.value("orderby") ?? query.value("order_by"))?.lowercased() ?? ""
        if ignoringUnderscores { name.removeAll { $0 == "_" } }
        let direction = (query.value("sortorder") ?? query.value("sort_order"))?.lowercased() ?? ""
        let column = columns[name] ?? fallback
        return direction.hasPrefix("desc") ? "\(column) DESC" : column
    }
}
