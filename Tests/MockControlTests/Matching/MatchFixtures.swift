import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore
import NIOFoundationCompat

@testable import MockControl

/// A request with its answer, made up for a test of matchers.
struct SampleExchange {
    var method = HTTPRequest.Method.post
    var target = "/deviceservices/things?page=2&tag=a&tag=b"
    var headers: [(String, String)] = []
    var body = Data()
    var status = HTTPResponse.Status.ok
    var answer = Data()
    var id: Int64 = 7
    var arrivedAt = Timestamp(milliseconds: 1_772_705_000_000)
    var parties = JournalParties()
    /// Bytes that are kept of a body.
    var limit = 65_536

    /// Its entry.
    var entry: JournalEntry {
        var head = HTTPRequest(method: method, scheme: "https", authority: "console.test", path: target)
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
        }
        let request = JournalRequest(head: head, body: captured(body))
        let response = JournalResponse(head: HTTPResponse(status: status), body: captured(answer))
        return JournalEntry(
            id: id, arrivedAt: arrivedAt, duration: 1,
            connection: JournalConnection(address: "127.0.0.1", scheme: "https", httpVersion: "HTTP/2"),
            request: request, response: response, parties: parties, byteCount: 100)
    }

    private func captured(_ data: Data) -> CapturedBody {
        var body = CapturedBody.none
        body.append(ByteBuffer(data: data), limit: limit)
        return body
    }
}

/// A request with a JSON body.
func sample(json: String) -> SampleExchange { SampleExchange(body: Data(json.utf8)) }

/// Reads a matcher.
func matcher(_ json: String) throws -> RequestMatcher {
    try RequestMatcher(try JSONValue(json: Data(json.utf8)))
}

/// Whether a matcher means a request.
func means(_ json: String, _ sample: SampleExchange) throws -> Bool {
    let matcher = try matcher(json)
    let matches = matcher.matches(sample.entry, in: .none)
    let differences = matcher.differences(in: sample.entry, .none)
    guard matches == differences.isEmpty else { throw Contradiction(differences: differences) }
    return matches
}

/// A matcher that says one thing and shows another.
struct Contradiction: Error {
    let differences: [MatchDifference]
}

/// Why a matcher is refused; nil if it is not.
func refusal(_ json: String) -> String? {
    do {
        _ = try matcher(json)
        return nil
    } catch let error as ConsoleError {
        return error.code == .badRequest ? error.message : "\(error)"
    } catch {
        return "\(error)"
    }
}

/// Comparisons with a budget of their own.
extension TextPattern {
    func matches(_ text: String) -> Bool {
        var budget = MatchBudget()
        return matches(text, &budget)
    }
}

extension JSONPath {
    func values(in root: JSONValue) -> [JSONValue] {
        var budget = MatchBudget()
        return values(in: root, &budget)
    }
}

extension JSONValue {
    func isEqual(to other: JSONValue, ignoringCase: Bool = false) -> Bool {
        var budget = MatchBudget()
        return isEqual(to: other, ignoringCase: ignoringCase, &budget)
    }

    func contains(_ other: JSONValue) -> Bool {
        var budget = MatchBudget()
        return contains(other, &budget)
    }

    func order(to other: JSONValue) -> Int? {
        var budget = MatchBudget()
        return order(to: other, &budget)
    }
}
