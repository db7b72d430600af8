import ConsolePlatform
package import DeviceProtocol

extension AdminCall {
    /// The elements of a body that is a list without a name; none if there is no body.
    ///
    /// - Parameter maximum: The most of them.
    /// - Returns: The elements.
    /// - Throws: ``ConsoleError`` `badRequest` if the body is no list, or has too many elements, `payloadTooLarge`.
    package func elements(maximum: Int) async throws -> [JSONValue] {
        let body = try await request.data(limit: bodyLimit)
        guard !body.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return [] }
        guard case .array(let elements)? = try? JSONValue(json: body), elements.count <= maximum else {
            throw ConsoleError(.badRequest, "The body has to be a list of at most \(maximum) elements.")
        }
        return elements
    }

    /// The texts of a body that is a list without a name; none if there is no body.
    ///
    /// - Parameter maximum: The most of them.
    /// - Returns: The texts; numbers as they are written.
    /// - Throws: ``ConsoleError`` `badRequest` if the body is no list of texts, `payloadTooLarge`.
    package func texts(maximum: Int) async throws -> [String] {
        try await elements(maximum: maximum).map { element in
            switch element {
            case .string(let text), .number(let text): text
            default: throw ConsoleError(.badRequest, "The body has to be a list of texts.")
            }
        }
    }
}
