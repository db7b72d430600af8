package import ConsoleModel
package import ConsolePlatform

extension DeviceLocator {
    /// The device a query names by `searchby` and `id`.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - number: `errorCode` of the route for an unknown device.
    /// - Throws: ``ConsoleError`` `unprocessable` for an unknown kind of id, `badRequest` without an id.
    package init(_ query: QueryParameters, number: Int? = nil) throws {
        let kind = try Kind(query)
        guard let id = query.value("id"), !id.isEmpty else {
            throw ConsoleError(.badRequest, "id is missing: the \(kind.rawValue) of the device.")
        }
        self.init(kind, id, number: number)
    }
}

extension DeviceLocator.Kind {
    /// The kind of id a query names in `searchby`.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - fallback: The kind if the query names none; nil if it must name one.
    /// - Throws: ``ConsoleError`` `unprocessable` for an unknown kind.
    package init(_ query: QueryParameters, default fallback: Self? = nil) throws {
        let word = query.value("searchby") ?? ""
        guard let kind = word.isEmpty ? fallback : Self(word: word) else { throw Self.unknown(word) }
        self = kind
    }

    /// The refusal of a word that is no kind of id.
    static func unknown(_ word: String) -> ConsoleError {
        let words = Self.searchable.map(\.rawValue).joined(separator: ", ")
        return ConsoleError(
            .unprocessable,
            "Invalid search by parameter: searchby is \"\(word.prefix(40))\"; it has to be one of \(words).")
    }
}

extension DeviceLocator {
    /// The device in the path of a call, by integer or uuid.
    ///
    /// - Parameters:
    ///   - call: The call, whose path has an `id`.
    ///   - number: `errorCode` of the route for an unknown device.
    /// - Throws: ``ConsoleError`` `badRequest` if its escapes cannot be read.
    package init(path call: AdminCall, number: Int? = nil) throws {
        self.init(path: try call.context.pathParameter("id"), number: number)
    }
}
