import DeviceProtocol
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The validator that holds answers against the description finds what is wrong with them.
struct SchemaValidatorTests {
    private static let document = ##"""
        {"openapi":"3.1.0","paths":{"/a/{id}":{"get":{"operationId":"a","responses":{"200":{"description":"A.",
        "content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}},
        "/a/b":{"get":{"operationId":"b","responses":{"200":{"description":"B."}}}}},
        "components":{"schemas":{"A":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}}}
        """##

    @Test(arguments: [
        (#"{"n":1}"#, ##"{"$ref":"#/components/schemas/A"}"##, ""),
        (#"{"n":1.0}"#, ##"{"$ref":"#/components/schemas/A"}"##, ""),
        (#"{"n":1.5}"#, ##"{"$ref":"#/components/schemas/A"}"##, "$.n: is number, not integer"),
        (#"{}"#, ##"{"$ref":"#/components/schemas/A"}"##, "n is missing"),
        (#"{"n":1,"m":2}"#, ##"{"$ref":"#/components/schemas/A"}"##, "$.m: is not described"),
        (#"{"m":2}"#, #"{"additionalProperties":{"type":"integer"}}"#, ""),
        (#"{"m":"2"}"#, #"{"additionalProperties":{"type":"integer"}}"#, "$.m: is string"),
        (#"[1,"2"]"#, #"{"type":"array","items":{"type":"integer"}}"#, "$[1]: is string"),
        (#"null"#, #"{"type":["string","null"]}"#, ""),
        (#"true"#, #"{"type":["string","null"]}"#, "is boolean, not string or null"),
        (#""a""#, #"{"enum":["b","c"]}"#, "is none of"),
        (#""abc""#, #"{"type":"string","maxLength":2}"#, "more than 2 characters"),
        (#""""#, #"{"type":"string","minLength":1}"#, "fewer than 1 characters"),
        (#""x""#, #"{"type":"string","format":"uuid"}"#, "is no uuid"),
        (#"5"#, #"{"type":"integer","maximum":4}"#, "is above 4"),
        (#"5"#, #"{"type":"integer","minimum":6}"#, "is below 6"),
        (#"5"#, #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, ""),
        (#"{}"#, #"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#, "is object"),
        (#"5"#, #"{}"#, ""),
        (#"5"#, #"false"#, "not allowed"),
    ])
    func `A value is held against a schema`(value: String, schema: String, problem: String) throws {
        let validator = SchemaValidator(description: try APIDescription(Self.document))
        let found = validator.problems(
            try JSONValue(json: Data(value.utf8)), try JSONValue(json: Data(schema.utf8)))
        #expect(problem.isEmpty ? found.isEmpty : found.first?.contains(problem) == true, "\(found)")
    }

    @Test(arguments: [("v1", true), ("v2", false), ("", true)])
    func `The version that answered picks the schema of that title`(version: String, isRight: Bool) throws {
        let schema = #"{"anyOf":[{"title":"Version 1","type":"string"},{"title":"Version 2, 3","type":"integer"}]}"#
        let validator = SchemaValidator(description: try APIDescription(Self.document), version: version)
        let found = validator.problems(.string("x"), try JSONValue(json: Data(schema.utf8)))
        #expect(found.isEmpty == isRight)
    }

    @Test func `Statuses, types and members that are not described break the contract`() throws {
        let contract = APIContract(try APIDescription(Self.document))
        func problems(_ target: String, _ status: Int, _ type: String?, _ body: String) -> [String] {
            contract.problems(
                "GET", target, status: status, headers: type.map { [.contentType: $0] } ?? [:],
                body: .init(string: body))
        }
        #expect(problems("/A/7?x=y", 200, "application/json; charset=utf-8", #"{"n":1}"#) == [])
        #expect(problems("/a/7", 200, "application/json", #"{"n":"1"}"#).first?.contains("$.n") == true)
        #expect(problems("/a/7", 404, "application/json", "{}").first?.contains("404 is not described") == true)
        #expect(problems("/a/7", 200, "text/html", "").first?.contains("text/html is not described") == true)
        #expect(problems("/a/7", 200, nil, "{}").first?.contains("no Content-Type") == true)
        #expect(problems("/a/7", 200, "application/json", "{").first?.contains("is not JSON") == true)
        // A word wins over a capture, and what is not there is none of the document's business.
        #expect(problems("/api/v1/a/b", 500, nil, "") == [])
        #expect(contract.operation("GET", "/a/b")?.id == "b")
        #expect(problems("/nowhere", 500, nil, "") == [])
    }
}
