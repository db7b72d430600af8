import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// An explanation, as far as tests read it.
struct WhyAnswer: Decodable {
    struct Cause: Decodable {
        let cause: String
        let sentence: String
        let remedy: String?
        let isProven: Bool
    }

    struct Signature: Decodable {
        let serverSigned: String?
        let clientSigned: String?
        let form: String
    }

    struct Body: Decodable {
        let format: String
        let offset: Int
        let line: Int
        let column: Int
        let problem: String
        let excerpt: String?
    }

    let status: Int
    let refused: Bool
    let rule: String?
    let summary: String
    let accepted: String?
    let causes: [Cause]
    let tried: Int?
    let limits: [String]
    let signature: Signature?
    let body: Body?

    /// Names of the causes, in their order.
    var names: [String] { causes.map(\.cause) }
}

extension TestConsole {
    /// Explains the latest entry of the journal.
    func why(_ headers: [String: String]? = nil) async throws -> WhyAnswer {
        let id = try #require(try await journalItems("?pageSize=1").first?["id"] as? Int)
        let headers = headers ?? ["Authorization": "Bearer \(console.credentials.adminToken)"]
        let response = try await send(.get, "/_mock/journal/\(id)/why", headers: headers)
        #expect(response.status == .ok, "\(response.text)")
        // What was never sent is in no answer: not one signature but those of the request.
        return try JSONDecoder().decode(WhyAnswer.self, from: Data(buffer: response.body))
    }
}
