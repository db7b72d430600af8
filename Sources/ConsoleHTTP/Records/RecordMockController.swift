package import ConsoleModel
package import ConsolePlatform
import DeviceProtocol
package import Hummingbird
import NIOCore

/// An append-only table, read back, downloaded and deleted (AdminAPI, "Records").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `{path}` | a page of rows, the latest first |
/// | GET | `{path}/download` | the rows, a JSON object on each line |
/// | GET | `{path}/{id}` | one row |
/// | DELETE | `{path}` | deletes the rows that match the filters, and answers their number |
/// | DELETE | `{path}/{id}` | deletes one row |
/// | GET | `/_mock/devices/{udid}/{name}` | a page of the rows of one device |
package struct RecordMockController<Record: StoredRecord & Sendable, Body: Encodable & Sendable> {
    /// Rows read at once while a download is written: few, since rows may be large, and nobody may read them.
    private static var batchSize: Int { 16 }

    /// Last part of the paths: `beacons`.
    let name: String
    let archive: RecordArchive<Record>
    /// The most rows on a page.
    let pageLimit: Int
    /// Columns `text` is looked for in.
    let textColumns: [String]
    /// Parameters beside those every list takes.
    var parameters: Set<String> = []
    /// Narrows the query by those parameters.
    var narrow: @Sendable (inout RecordQuery, QueryParameters) throws -> Void = { _, _ in }
    /// Narrows the query further by what takes a search; nil if nothing does.
    var search: (@Sendable (RecordQuery, QueryParameters, AdminRequestContext) async throws -> RecordQuery)?
    /// A row as it is answered.
    let body: @Sendable (RecordRow<Record>) throws -> Body
    /// The answer without the values that the administrator's role may not see.
    var redact: @Sendable (Body, AdministratorIdentity) -> Body = { body, _ in body }

    /// Made of its parts.
    package init(
        name: String, archive: RecordArchive<Record>, pageLimit: Int, textColumns: [String],
        parameters: Set<String> = [],
        narrow: @escaping @Sendable (inout RecordQuery, QueryParameters) throws -> Void = { _, _ in },
        search: (@Sendable (RecordQuery, QueryParameters, AdminRequestContext) async throws -> RecordQuery)? = nil,
        body: @escaping @Sendable (RecordRow<Record>) throws -> Body,
        redact: @escaping @Sendable (Body, AdministratorIdentity) -> Body = { body, _ in body }
    ) {
        self.name = name
        self.archive = archive
        self.pageLimit = pageLimit
        self.textColumns = textColumns
        self.parameters = parameters
        self.narrow = narrow
        self.search = search
        self.body = body
        self.redact = redact
    }

    /// Adds the routes.
    ///
    /// - Parameters:
    ///   - router: Where.
    ///   - download: Whether to add the download of lines; a feature that has another form adds its own.
    ///   - show: Whether to add the route of one row; the same.
    package func addRoutes(to router: some RouterMethods<AdminRequestContext>, download: Bool = true, show: Bool = true)
    {
        let path = RouterPath("/_mock/\(name)")
        router.get(path, use: list)
        if download { router.get("/_mock/\(name)/download", use: self.download) }
        if show { router.get("/_mock/\(name)/{id}", use: self.show) }
        router.delete(path, use: deleteListed)
        router.delete("/_mock/\(name)/{id}", use: deleteOne)
        router.get("/_mock/devices/{udid}/\(name)", use: listOfDevice)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let request = try parameters.page(limit: pageLimit)
        let query = try await searched(
            try query(parameters, context: context, beside: ["page", "pageSize"]), parameters, context)
        let page = try await archive.page(query, request)
        return try .json(PageBody(page.map { try shown($0, to: context) }))
    }

    private func listOfDevice(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let parameters = QueryParameters(request)
        var query = try query(parameters, context: context, beside: ["page", "pageSize"])
        let page = try parameters.page(limit: pageLimit)
        query.match(deviceID: try await archive.deviceID(udid, in: context.identity.subtree))
        query = try await searched(query, parameters, context)
        return try .json(PageBody(try await archive.page(query, page).map { try shown($0, to: context) }))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        return try .json(try shown(try await archive.row(id, in: context.identity.subtree), to: context))
    }

    /// A batch at a time: a large table never stands in memory.
    private func download(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try await found(parameters, context: context)
        let content = ResponseBody { writer in
            var last: Int64?
            while case let rows = try await archive.batch(query, after: last, size: Self.batchSize), !rows.isEmpty {
                try await writer.write(try ByteBuffer.lines(rows.map { try shown($0, to: context) }))
                last = rows.last?.record.id
            }
            try await writer.finish(nil)
        }
        return .attachment(content, named: "\(name.replacing("/", with: "-")).ndjson", type: "application/x-ndjson")
    }

    private func shown(_ row: RecordRow<Record>, to context: AdminRequestContext) throws -> LinkedBody<Body> {
        LinkedBody(redact(try body(row), context.identity), journal: JournalLink.path(name, row.record.id))
    }

    private func deleteListed(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try query(parameters, context: context, beside: ["all"])
        let isSearch = search != nil && !(parameters.sent("text") ?? "").isEmpty
        guard query.isNarrowed || isSearch || parameters.value("all") == "true" else {
            throw ConsoleError(.badRequest, "Say which with a filter or ids, or all=true for every one.")
        }
        let found = try await searched(query, parameters, context)
        return .deleted(try await archive.delete(found, by: context.identity))
    }

    private func deleteOne(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await archive.delete(try context.pathParameter("id", as: Int64.init), by: context.identity)
        return Response(status: .noContent)
    }

    /// What the parameters of a request select, for an answer that is written while it is read.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown parameter, `conflict` for the name of several groups; what
    ///   a search throws.
    package func found(_ parameters: QueryParameters, context: AdminRequestContext) async throws -> RecordQuery {
        let query = try query(parameters, context: context)
        try await archive.require(query)
        return try await searched(query, parameters, context)
    }

    private func searched(
        _ query: RecordQuery, _ parameters: QueryParameters, _ context: AdminRequestContext
    ) async throws -> RecordQuery {
        try await search?(query, parameters, context) ?? query
    }

    /// What the parameters of a request select.
    ///
    /// - Parameters:
    ///   - parameters: The query of the request.
    ///   - context: Who asks.
    ///   - others: Parameters that select nothing.
    /// - Returns: The rows that match.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown parameter: an ignored filter would show, or delete, too
    ///   much.
    package func query(
        _ parameters: QueryParameters, context: AdminRequestContext, beside others: Set<String> = []
    ) throws -> RecordQuery {
        let known = RecordQuery.parameters.union(self.parameters)
        try parameters.require(only: known.union(others))
        var query = RecordQuery(in: context.identity.subtree)
        try query.narrow(parameters, timeColumn: archive.timeColumn, bundleColumn: archive.bundleColumn)
        if let text = parameters.value("text"), !text.isEmpty, !textColumns.isEmpty {
            query.add(text: text, in: textColumns)
        }
        try narrow(&query, parameters)
        return query
    }
}
