import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationEssentialsCompat
import Testing

@testable import MockConsole

/// What the OpenAPI document promises of answers; every answer to an in-process test is held against it.
struct APIContract: Sendable {
    /// That of the first console that was asked for its: all have the same routes.
    private static let shared = NIOLockedValueBox<APIContract?>(nil)

    /// The contract of the document a console serves.
    static func of(_ console: Console) throws -> APIContract {
        try shared.withLockedValue { shared in
            if let shared { return shared }
            let made = APIContract(try APIDescription(of: console.routes))
            shared = made
            return made
        }
    }

    let description: APIDescription
    private let operations: [String: [(segments: [String], operation: APIDescription.Operation)]]

    /// The contract of a document.
    init(_ description: APIDescription) {
        self.description = description
        operations = Dictionary(grouping: description.operations.map { (Self.segments($0.path), $0) }) {
            Self.key($0.1.method, $0.0.count)
        }
    }

    /// What an answer breaks; empty if nothing.
    ///
    /// Requests for paths that do not exist, or with a method a path has not, are none of the document's business, nor are
    /// addresses and versions that are not served.
    func problems(
        _ method: String, _ target: String, status: Int, headers: HTTPFields, body: ByteBuffer
    ) -> [String] {
        guard status != 405, status != 501, let operation = operation(method, target) else { return [] }
        let name = "\(method) \(operation.path)"
        guard let answer = operation.responses.first(where: { $0.name == "\(status)" })?.value else {
            return ["\(name): the status \(status) is not described"]
        }
        let type = headers[.contentType].map {
            String($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard let type else {
            return body.readableBytes == 0 ? [] : ["\(name): an answer \(status) with a body has no Content-Type"]
        }
        guard let content = answer["content"]?[type] ?? answer["content"]?["*/*"] else {
            return method == "HEAD" ? [] : ["\(name): \(type) is not described for \(status)"]
        }
        guard type == "application/json", body.readableBytes > 0, let schema = content["schema"] else { return [] }
        guard let value = try? JSONValue(json: Data(buffer: body), maximumValues: .max) else {
            return ["\(name): the answer \(status) is not JSON"]
        }
        let version = HTTPField.Name("x-api-version").flatMap { headers[$0] } ?? ""
        return SchemaValidator(description: description, version: version).problems(value, schema)
            .prefix(3).map { "\(name) \(status) \(version): \($0)" }
    }

    /// The operation a request reaches; nil if there is none.
    func operation(_ method: String, _ target: String) -> APIDescription.Operation? {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        var segments = Self.segments(String(path))
        if segments.count > 2, segments[0] == "api", segments[1].hasPrefix("v"),
            Int(segments[1].dropFirst()) != nil
        {
            segments.remove(at: 1)
        }
        let fitting = (operations[Self.key(method, segments.count)] ?? []).filter { candidate in
            zip(candidate.segments, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        // Words win over captures, the leftmost first.
        return fitting.min { first, second in
            first.segments.map { $0.hasPrefix("{") ? 1 : 0 }.lexicographicallyPrecedes(
                second.segments.map { $0.hasPrefix("{") ? 1 : 0 })
        }?.operation
    }

    private static func key(_ method: String, _ count: Int) -> String { "\(method.uppercased()) \(count)" }

    /// Pages know letter case, the other routers do not.
    private static let pages: Set<String> = ["docs", "livez", "openapi", "public", "readyz", "search"]

    private static func segments(_ path: String) -> [String] {
        let segments = path.split(separator: "/").map(String.init)
        return pages.contains(segments.first?.lowercased() ?? "") ? segments : segments.map { $0.lowercased() }
    }

    /// Records an issue for an answer of a console that breaks the contract, which has to be readable: another test
    /// shows if it is not.
    static func check(
        _ method: HTTPRequest.Method, _ target: String, _ response: TestResponse, of console: Console,
        sourceLocation: SourceLocation
    ) {
        // What went wrong on purpose is not described.
        if HTTPField.Name("x-mockuem-fault").map({ response.headers[$0] != nil }) == true { return }
        let contract = try? APIContract.of(console)
        let problems =
            contract?.problems(
                method.rawValue, target, status: Int(response.status.code), headers: response.headers,
                body: response.body) ?? []
        for problem in problems {
            Issue.record("Not as openapi.json says: \(problem)", sourceLocation: sourceLocation)
        }
    }
}

extension APIDescription {
    /// The description as consoles serve it.
    static func served() async throws -> APIDescription {
        try await withConsole { try APIContract.of($0.console).description }
    }
}
